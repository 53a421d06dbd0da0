import type { KeyboardEvent } from 'react'

/** The arrow keys move between the links of a list. */
export function focusNext(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !list) return
  const all = [...list.querySelectorAll<HTMLElement>('a')]
  const next = all[all.findIndex((link) => link === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
