import { useLayoutEffect, type RefObject } from 'react'

const gap = 4
const edge = 8
const minHeight = 160

/**
 * Keeps a floating element next to its anchor: below it, or above where there is more room. The element is fixed to the
 * window, so that no scrolling container cuts it off.
 */
export function useFloatingPosition(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  align: 'start' | 'end' = 'start',
): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const update = () => {
      if (floating.current && anchor.current) position(floating.current, anchor.current.getBoundingClientRect(), align)
    }
    update()
    const observer = new ResizeObserver(update)
    if (floating.current) observer.observe(floating.current)
    if (anchor.current) observer.observe(anchor.current)
    addEventListener('scroll', update, true)
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', update, true)
      removeEventListener('resize', update)
    }
  }, [floating, anchor, open, align])
}

function position(floating: HTMLElement, anchor: DOMRect, align: 'start' | 'end'): void {
  const { style } = floating
  style.minWidth = `${Math.min(anchor.width, innerWidth - 2 * edge)}px`
  style.maxWidth = `${innerWidth - 2 * edge}px`
  const below = innerHeight - anchor.bottom - gap - edge
  const above = anchor.top - gap - edge
  const { width, height } = floating.getBoundingClientRect()
  const up = below < Math.min(height, minHeight) && above > below
  style.maxHeight = `${Math.min(up ? above : below, 320)}px`
  const left = align === 'end' ? anchor.right - width : anchor.left
  style.left = `${Math.max(edge, Math.min(left, innerWidth - edge - width))}px`
  style.top = up ? 'auto' : `${anchor.bottom + gap}px`
  style.bottom = up ? `${innerHeight - anchor.top + gap}px` : 'auto'
}
