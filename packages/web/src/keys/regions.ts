/** The parts of the page that F6 leads to, with what has the focus there. */
const regions: Record<string, readonly string[]> = {
  sidebar: ['a[aria-current]', 'a'],
  main: ['article[tabindex="0"]'],
  composer: ['[data-composing]'],
  thread: ['[data-composing]', 'article[tabindex="0"]'],
}

export function focusNextRegion(step: 1 | -1): void {
  const visible = Object.keys(regions).filter((name) => findRegion(name)?.checkVisibility())
  const current = visible.findLastIndex((name) => findRegion(name)?.contains(document.activeElement))
  const next = visible[(current + step + visible.length) % visible.length]
  const region = next === undefined ? undefined : findRegion(next)
  const inside = (regions[next ?? ''] ?? []).map((selector) => region?.querySelector<HTMLElement>(selector))
  ;(inside.find(Boolean) ?? region)?.focus()
}

function findRegion(name: string): HTMLElement | null {
  return document.querySelector(`[data-region="${name}"]`)
}
