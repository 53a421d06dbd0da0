/** Reads a small setting that this browser keeps; undefined if there is none, or no storage. */
export function readFromStorage(key: string): string | undefined {
  try {
    return localStorage.getItem(`rivulet.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a setting, or removes it if `value` is undefined. */
export function writeToStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`rivulet.${key}`)
    else localStorage.setItem(`rivulet.${key}`, value)
  } catch {
    // The storage is disabled or full: the setting lasts as long as the page.
  }
}
