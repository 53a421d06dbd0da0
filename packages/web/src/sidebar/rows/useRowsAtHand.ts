import { useEffect, useState } from 'react'

/** The rows that the pointer is over and that the keyboard has reached. */
export function useRowsAtHand(list: HTMLElement | null): HTMLElement[] {
  const [hovered, setHovered] = useState<HTMLElement>()
  const [focused, setFocused] = useState<HTMLElement>()
  useEffect(() => {
    if (!list) return
    const stop = new AbortController()
    const { signal } = stop
    list.addEventListener(
      'pointerover',
      ({ target, pointerType }) => pointerType !== 'touch' && setHovered(rowAround(target)),
      { signal },
    )
    list.addEventListener('pointerleave', () => setHovered(undefined), { signal })
    list.addEventListener(
      'focusin',
      ({ target }) => {
        const row = rowAround(target)
        const byKeys = target instanceof Element && target.matches(':focus-visible')
        setFocused((known) => (byKeys || row === known ? row : undefined))
      },
      { signal },
    )
    list.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !list.contains(relatedTarget)) setFocused(undefined)
      },
      { signal },
    )
    return () => stop.abort()
  }, [list])
  return [...new Set([hovered, focused])].filter((row) => row !== undefined)
}

/** The row that an event is about. */
export function rowAround(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-channel]')) || undefined
}
