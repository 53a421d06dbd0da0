import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { extended, lastRows, rowsAround, sameRows, shortened, type RowRange } from './rowRange.ts'

type Options = {
  /** The keys of all rows. */
  keys: readonly string[]
  /** The key of a row that is to be on the page: the one that the address names, and the one that was sent last. */
  target: string | undefined
  sent: string | undefined
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLOListElement | null>
  /** Called while little is left to scroll to before the first row, and after the last. */
  onNearStart: () => void
  onNearEnd: () => void
}

/** So many rows at most stay on the page because they are selected or have the focus. */
const mostHeld = 300

/**
 * [WEB-9] Keeps those rows of a long list on the page that are near the view, and takes all others out. Rows are never
 * hidden and no heights are guessed: what is on the page is what can be scrolled, and is exact.
 */
export function useRowWindow({ keys, target, sent, scroller, list, onNearStart, onNearEnd }: Options) {
  const indexOf = (key: string | undefined) => (key === undefined ? -1 : keys.indexOf(key))
  const initial = () => {
    const at = indexOf(target)
    return at === -1 ? lastRows(keys.length) : rowsAround(at, keys.length)
  }
  const [held, setHeld] = useState(() => ({ keys, range: initial() }))
  const [wanted, setWanted] = useState({ target, sent })
  let range = held.keys === keys ? held.range : (sameRows(held.keys, held.range, keys) ?? initial())
  if (wanted.target !== target || wanted.sent !== sent) {
    setWanted({ target, sent })
    const at = indexOf(wanted.sent === sent ? target : sent)
    if (at !== -1 && (at < range.start || at >= range.end)) {
      range = rowsAround(at, keys.length)
      setHeld({ keys, range })
    }
  }
  const current = useRef({ keys, range })
  useLayoutEffect(() => {
    current.current = { keys, range }
  })

  const adjust = useCallback(() => {
    const [box, rows] = [scroller.current, list.current]
    if (!box || !rows || box.clientHeight === 0) return
    const { keys: all, range: before } = current.current
    const height = box.clientHeight
    const view = { above: box.scrollTop, below: box.scrollHeight - height - box.scrollTop, height }
    const longer = extended(before, all.length, view)
    const next = isSame(longer, before) ? shortenedRows(before, view, box, rows) : longer
    if (!isSame(next, before)) setHeld({ keys: all, range: next })
    if (next.start === 0 && view.above < height) onNearStart()
    if (next.end === all.length && view.below < height) onNearEnd()
  }, [scroller, list, onNearStart, onNearEnd])

  useEffect(adjust)
  useEffect(() => {
    const box = scroller.current
    const observer = new ResizeObserver(adjust)
    if (box) observer.observe(box)
    box?.addEventListener('scroll', adjust, { passive: true })
    return () => {
      observer.disconnect()
      box?.removeEventListener('scroll', adjust)
    }
  }, [scroller, adjust])

  const showEnd = useCallback(() => {
    const { keys: all, range: before } = current.current
    if (before.end !== all.length) setHeld({ keys: all, range: lastRows(all.length) })
  }, [])
  return { range, isAtEnd: range.end === keys.length, showEnd }
}

/** Removes far rows, but not those that a person has selected, has the focus in, or edits. */
function shortenedRows(range: RowRange, view: Parameters<typeof shortened>[1], box: Element, list: Element): RowRange {
  const { top } = box.getBoundingClientRect()
  const rectOf = (row: number) => list.children[row - range.start]?.getBoundingClientRect()
  const next = shortened(range, view, {
    topOf: (row) => (rectOf(row)?.top ?? top) - top,
    bottomOf: (row) => (rectOf(row)?.bottom ?? top) - top,
  })
  if (isSame(next, range)) return range
  const rowOf = (node: Node | null | undefined) => {
    const index = node && list.contains(node) ? [...list.children].findIndex((row) => row.contains(node)) : -1
    return index === -1 ? [] : [range.start + index]
  }
  const selection = getSelection()
  const selected = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []
  const edited = [...list.querySelectorAll('[data-editing]')].flatMap(rowOf)
  const wanted = withRows(next, [...edited, ...[...selected, document.activeElement].flatMap(rowOf)], range)
  if (wanted.end - wanted.start <= mostHeld) return wanted
  if (list.contains(document.activeElement) && box instanceof HTMLElement) box.focus({ preventScroll: true })
  return withRows(next, edited, range)
}

function withRows({ start, end }: RowRange, rows: readonly number[], within: RowRange): RowRange {
  return {
    start: Math.max(within.start, Math.min(start, ...rows)),
    end: Math.min(within.end, Math.max(end, ...rows.map((row) => row + 1))),
  }
}

function isSame(a: RowRange, b: RowRange): boolean {
  return a.start === b.start && a.end === b.end
}
