import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { findReadingPosition, measurePosition, measureShift, type ReadingPosition } from './readingPosition.ts'

/** The list sticks to its bottom when it is this close, in pixels. */
const nearBottom = 70
/** Older messages are loaded when the list is this close to its top, in pixels. */
const nearTop = 600

type Options = {
  /** The key of the first message. When it changes, older messages were added above. */
  firstKey: string | undefined
  /** The id of the newest message in the outbox. The list scrolls to it, which mostly is the bottom. */
  newestSent: string | undefined
  onNearTop?: (() => void) | undefined
  /** The ts of a message to scroll to, once it is in the list. */
  target?: string | undefined
}

type StickToBottom = {
  scroller: RefObject<HTMLDivElement | null>
  /** Whether the list is scrolled away from the bottom; `new` when something arrived since. */
  detached: false | 'away' | 'new'
  scrollToBottom: () => void
}

/**
 * Keeps a list at its bottom while it grows. Scrolling up, selecting text and the like detach it at once; only scrolling
 * down to the bottom attaches it again. [WEB-4] While it is detached, nothing that grows or is added above what is read
 * moves it.
 */
export function useStickToBottom({ firstKey, newestSent, onNearTop, target }: Options): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const attached = useRef(true)
  const [detached, setDetached] = useState<StickToBottom['detached']>(false)
  const first = useRef(firstKey)
  const read = useRef<ReadingPosition>([])
  /** The part of a pixel that the box could not be scrolled. */
  const rest = useRef(0)
  /** Where the box was scrolled to last, by the person or by the list. */
  const top = useRef(0)

  const remember = useCallback(() => {
    const box = scroller.current
    if (!box) return
    top.current = box.scrollTop
    rest.current = 0
    read.current = findReadingPosition(box)
  }, [])

  /** Puts what is read back to where it was, if something above it has grown. */
  const hold = useCallback(() => {
    const box = scroller.current
    if (!box || attached.current) return
    const elements = read.current.map(({ element }) => element)
    const now = measurePosition(box, elements)
    const shift = measureShift(read.current, now) + rest.current
    read.current = now
    if (Math.abs(shift) < 0.01) return
    const before = box.scrollTop
    box.scrollTop += shift
    const moved = box.scrollTop - before
    rest.current = shift - moved
    top.current += moved
  }, [])

  const scrollToBottom = useCallback(() => {
    attached.current = true
    setDetached(false)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let height = box.scrollHeight
    let above = first.current
    const detach = () => {
      if (!attached.current || box.scrollHeight <= box.clientHeight) return
      attached.current = false
      remember()
      setDetached('away')
    }
    const follow = () => {
      const grew = box.scrollHeight > height && above === first.current
      height = box.scrollHeight
      above = first.current
      if (attached.current) box.scrollTop = height
      else hold()
      if (!attached.current && grew) setDetached('new')
      if (attached.current) top.current = box.scrollTop
    }
    const onScroll = () => {
      const down = box.scrollTop > top.current
      const up = box.scrollTop < top.current && box.scrollHeight >= height
      if (down || up) remember()
      top.current = box.scrollTop
      const left = box.scrollHeight - box.clientHeight - top.current
      if (down && left < nearBottom && !attached.current) scrollToBottom()
      if (up && left >= nearBottom) detach()
      if (top.current < nearTop && !attached.current) onNearTop?.()
    }
    const onWheel = (event: WheelEvent) => event.deltaY < 0 && detach()
    const onKey = (event: KeyboardEvent) => ['PageUp', 'ArrowUp', 'Home'].includes(event.key) && detach()
    const onSelect = () => {
      const selection = getSelection()
      if (selection && !selection.isCollapsed && box.contains(selection.anchorNode)) detach()
    }
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', onScroll, { passive: true })
    box.addEventListener('wheel', onWheel, { passive: true })
    box.addEventListener('touchmove', detach, { passive: true })
    box.addEventListener('keydown', onKey)
    document.addEventListener('selectionchange', onSelect)
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
      box.removeEventListener('wheel', onWheel)
      box.removeEventListener('touchmove', detach)
      box.removeEventListener('keydown', onKey)
      document.removeEventListener('selectionchange', onSelect)
    }
  }, [onNearTop, scrollToBottom, hold, remember])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!newestSent || !box) return
    const frame = box.getBoundingClientRect()
    const sent = box.querySelector(`[data-outgoing-id="${CSS.escape(newestSent)}"]`)?.getBoundingClientRect()
    const end = box.firstElementChild?.getBoundingClientRect().bottom ?? 0
    if (!sent || end - sent.bottom < nearBottom) return scrollToBottom()
    attached.current = false
    setDetached('away')
    const isVisible = sent.top >= frame.top && sent.bottom <= frame.bottom
    if (!isVisible) box.scrollTop += sent.bottom - frame.bottom + frame.height / 3
    remember()
  }, [newestSent, scrollToBottom, remember])

  useLayoutEffect(() => {
    first.current = firstKey
  }, [firstKey])
  // Rows may have been added or have grown above. What grows by itself is seen by the observer, before it is painted.
  useLayoutEffect(hold)
  useLayoutEffect(() => {
    const box = scroller.current
    const there = target && box?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(target)}"]`)
    if (!box || !there) return
    if (box.scrollHeight > box.clientHeight) {
      attached.current = false
      setDetached('away')
      box.scrollTop += there.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
      remember()
    }
  }, [target, remember])

  return { scroller, detached, scrollToBottom }
}
