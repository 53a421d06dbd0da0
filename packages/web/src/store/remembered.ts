/** Small things that this browser remembers. A browser without storage forgets them. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(`rivulet.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`rivulet.${key}`)
    else localStorage.setItem(`rivulet.${key}`, value)
  } catch {
    // No storage, or none left: it lasts as long as the page.
  }
}
