import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { firstAfter } from '#inspect/filter/filteredRows.ts'
import type { Item } from '#inspect/journal/item.ts'

/** Rows outside of the view that are on the page, at each end. */
const overscan = 12
/** So near to the end the list follows it, in pixels. */
const nearEnd = 48

/**
 * Which rows of a list whose rows have one height are on the page. At its end the list follows what comes; anywhere else the
 * row at the top stays where it is, also when rows before it are dropped.
 */
export function useFixedRows(scroller: RefObject<HTMLDivElement | null>, rows: readonly Item[], rowHeight: number) {
  const [range, setRange] = useState({ start: 0, end: 60 })
  const [isFollowing, setFollowing] = useState(true)
  const place = useRef({ top: 0, anchor: -1, offset: 0, follows: true })

  const measure = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const start = Math.max(0, Math.floor(box.scrollTop / rowHeight) - overscan)
    const end = start + Math.ceil(box.clientHeight / rowHeight) + 2 * overscan
    setRange((known) => (known.start === start && known.end === end ? known : { start, end }))
  }, [scroller, rowHeight])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const { follows, anchor, offset } = place.current
    if (follows) box.scrollTop = box.scrollHeight
    else if (anchor >= 0) {
      const top = firstAfter(rows, anchor - 1) * rowHeight + offset
      if (Math.abs(top - box.scrollTop) >= 1) box.scrollTop = top
    }
    place.current.top = box.scrollTop
    measure()
  }, [scroller, rows, rowHeight, measure])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const onScroll = () => {
      const distance = box.scrollHeight - box.clientHeight - box.scrollTop
      const wentUp = box.scrollTop < place.current.top - 1
      const follows = wentUp ? distance < 1 : distance < nearEnd || place.current.follows
      const at = Math.floor(box.scrollTop / rowHeight)
      place.current = { top: box.scrollTop, anchor: rows[at]?.n ?? -1, offset: box.scrollTop - at * rowHeight, follows }
      setFollowing(follows)
      measure()
    }
    const observer = new ResizeObserver(() => {
      if (place.current.follows) box.scrollTop = box.scrollHeight
      measure()
    })
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rows, rowHeight, measure])

  const follow = useCallback(() => {
    place.current.follows = true
    setFollowing(true)
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller])

  /** Scrolls as little as it takes to see a row. Below the head, which sticks. */
  const show = useCallback(
    (index: number, headHeight: number) => {
      const box = scroller.current
      if (!box) return
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
      const height = box.clientHeight - headHeight
      if (top < box.scrollTop) box.scrollTop = top
      else if (bottom > box.scrollTop + height) box.scrollTop = bottom - height
    },
    [scroller, rowHeight],
  )
  return { range, isFollowing, follow, show }
}
