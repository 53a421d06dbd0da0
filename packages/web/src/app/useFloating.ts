import { useLayoutEffect, type RefObject } from 'react'

const gap = 4
const edge = 8
const least = 160

/**
 * Keeps what floats beside what it belongs to: below it, or above where there is more room. It is fixed to the window,
 * so that no box that scrolls cuts it off.
 */
export function useFloating(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  align: 'start' | 'end' = 'start',
): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const place = () => {
      if (floating.current && anchor.current) put(floating.current, anchor.current.getBoundingClientRect(), align)
    }
    place()
    const watch = new ResizeObserver(place)
    if (floating.current) watch.observe(floating.current)
    if (anchor.current) watch.observe(anchor.current)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      watch.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [floating, anchor, open, align])
}

function put(floating: HTMLElement, near: DOMRect, align: 'start' | 'end'): void {
  const { style } = floating
  style.minWidth = `${Math.min(near.width, innerWidth - 2 * edge)}px`
  style.maxWidth = `${innerWidth - 2 * edge}px`
  const below = innerHeight - near.bottom - gap - edge
  const above = near.top - gap - edge
  const { width, height } = floating.getBoundingClientRect()
  const up = below < Math.min(height, least) && above > below
  style.maxHeight = `${Math.min(up ? above : below, 320)}px`
  const wanted = align === 'end' ? near.right - width : near.left
  style.left = `${Math.max(edge, Math.min(wanted, innerWidth - edge - width))}px`
  style.top = up ? 'auto' : `${near.bottom + gap}px`
  style.bottom = up ? `${innerHeight - near.top + gap}px` : 'auto'
}
