import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { findReadingPosition, measurePosition, measureShift, type ReadingPosition } from './readingPosition.ts'

/** The list sticks to its bottom when it is this close, in pixels. */
const nearBottom = 70

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  /** Whether the newest message is on the page: the last row of the list. */
  isAtEnd: boolean
  /** Brings the last rows of the list onto the page. */
  showEnd: () => void
  /** Makes the list one that ends with the newest message. */
  showNewest: () => void
  /** The ts of the newest message, on the page or not. */
  latest: string
  /** The id of the newest message in the outbox. The list scrolls to it, which mostly is the bottom. */
  newestSent: string | undefined
  /** The ts of a message to scroll to, once it is in the list. */
  target?: string | undefined
  /** Up to where the messages were read, if that is not the newest. */
  since?: string | undefined
}

type StickToBottom = {
  /** While the list is scrolled away from the bottom: the ts of what was the newest message when it left, or was read. */
  detachedSince: string | undefined
  scrollToBottom: () => void
}

/**
 * Keeps a list at its bottom while it grows. Scrolling up, selecting text and the like detach it at once; only scrolling
 * down to the bottom attaches it again. [WEB-4] While it is detached, nothing that grows or is added above what is read
 * moves it.
 */
export function useStickToBottom(options: Options): StickToBottom {
  const { scroller, isAtEnd, showEnd, showNewest, latest, newestSent, target, since } = options
  const attached = useRef(true)
  const [detachedSince, setDetachedSince] = useState<string>()
  const current = useRef({ isAtEnd, latest, since })
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
  }, [scroller])

  const detach = useCallback(() => {
    attached.current = false
    setDetachedSince((known) => known ?? current.current.since ?? current.current.latest)
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
    // When rows are taken out above, the box may have become too short for where it was.
    const wasCut = box.scrollTop < top.current && box.scrollTop >= box.scrollHeight - box.clientHeight - 1
    const wanted = (wasCut ? top.current : box.scrollTop) + shift
    box.scrollTop = wanted
    rest.current = wanted - box.scrollTop
    top.current = box.scrollTop
  }, [scroller])

  const scrollToBottom = useCallback(() => {
    attached.current = true
    setDetachedSince(undefined)
    if (!current.current.isAtEnd) showNewest()
    showEnd()
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [scroller, showEnd, showNewest])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let height = box.scrollHeight
    const leave = () => {
      if (!attached.current || box.scrollHeight <= box.clientHeight) return
      remember()
      detach()
    }
    const follow = () => {
      height = box.scrollHeight
      if (!attached.current) return hold()
      box.scrollTop = height
      top.current = box.scrollTop
    }
    const onScroll = () => {
      const down = box.scrollTop > top.current
      const up = box.scrollTop < top.current && box.scrollHeight >= height
      if (down || up) remember()
      top.current = box.scrollTop
      const left = box.scrollHeight - box.clientHeight - top.current
      if (down && left < nearBottom && !attached.current && current.current.isAtEnd) scrollToBottom()
      if (up && left >= nearBottom) leave()
    }
    const onWheel = (event: WheelEvent) => event.deltaY < 0 && leave()
    const onKey = (event: KeyboardEvent) => ['PageUp', 'ArrowUp', 'Home'].includes(event.key) && leave()
    const onSelect = () => {
      const selection = getSelection()
      if (selection && !selection.isCollapsed && box.contains(selection.anchorNode)) leave()
    }
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', onScroll, { passive: true })
    box.addEventListener('wheel', onWheel, { passive: true })
    box.addEventListener('touchmove', leave, { passive: true })
    box.addEventListener('keydown', onKey)
    document.addEventListener('selectionchange', onSelect)
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
      box.removeEventListener('wheel', onWheel)
      box.removeEventListener('touchmove', leave)
      box.removeEventListener('keydown', onKey)
      document.removeEventListener('selectionchange', onSelect)
    }
  }, [scroller, scrollToBottom, hold, remember, detach])

  useLayoutEffect(() => {
    current.current = { isAtEnd, latest, since }
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!newestSent || !box) return
    const frame = box.getBoundingClientRect()
    const sent = box.querySelector(`[data-outgoing-id="${CSS.escape(newestSent)}"]`)?.getBoundingClientRect()
    const end = box.firstElementChild?.getBoundingClientRect().bottom ?? 0
    // The content of a short thread is as high as the box, and ends above its end.
    const isShort = box.scrollHeight <= box.clientHeight
    if (!sent || isShort || end - sent.bottom < nearBottom) return scrollToBottom()
    detach()
    const isVisible = sent.top >= frame.top && sent.bottom <= frame.bottom
    if (!isVisible) box.scrollTop += sent.bottom - frame.bottom + frame.height / 3
    remember()
  }, [newestSent, scroller, scrollToBottom, detach, remember])

  useLayoutEffect(() => {
    const box = scroller.current
    const there = target && box?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(target)}"]`)
    if (!box || !there) return
    const at = there.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
    // It can be seen at the end.
    if (current.current.isAtEnd && box.scrollHeight - at < (box.clientHeight * 2) / 3) return
    detach()
    box.scrollTop = at - box.clientHeight / 3
    remember()
  }, [target, scroller, detach, remember])
  // Rows may have been added or taken out, or have grown above. What grows by itself is seen by the observer, before it is
  // painted.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!attached.current || !box) return hold()
    showEnd()
    box.scrollTop = box.scrollHeight
    top.current = box.scrollTop
  })

  return { detachedSince, scrollToBottom }
}
