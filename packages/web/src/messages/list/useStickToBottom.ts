import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

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
 * down to the bottom attaches it again. Messages that are added above do not move what is on the screen.
 */
export function useStickToBottom({ firstKey, newestSent, onNearTop, target }: Options): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const attached = useRef(true)
  const [detached, setDetached] = useState<StickToBottom['detached']>(false)
  const first = useRef(firstKey)

  const scrollToBottom = useCallback(() => {
    attached.current = true
    setDetached(false)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let top = box.scrollTop
    let height = box.scrollHeight
    let above = first.current
    const detach = () => {
      if (!attached.current || box.scrollHeight <= box.clientHeight) return
      attached.current = false
      setDetached('away')
    }
    const follow = () => {
      const grew = box.scrollHeight > height && above === first.current
      height = box.scrollHeight
      above = first.current
      if (attached.current) box.scrollTop = height
      else if (grew) setDetached('new')
      top = box.scrollTop
    }
    const onScroll = () => {
      const down = box.scrollTop > top
      const up = box.scrollTop < top && box.scrollHeight >= height
      top = box.scrollTop
      const left = box.scrollHeight - box.clientHeight - top
      if (down && left < nearBottom && !attached.current) scrollToBottom()
      if (up && left >= nearBottom) detach()
      if (top < nearTop && !attached.current) onNearTop?.()
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
  }, [onNearTop, scrollToBottom])

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
  }, [newestSent, scrollToBottom])

  // When older messages are added above, the distance to the bottom stays the same.
  const fromBottom = useRef(0)
  useLayoutEffect(() => {
    first.current = firstKey
    const box = scroller.current
    if (box && !attached.current) box.scrollTop = box.scrollHeight - fromBottom.current
  }, [firstKey])
  useLayoutEffect(() => {
    const box = scroller.current
    const there = target && box?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(target)}"]`)
    if (!box || !there) return
    if (box.scrollHeight > box.clientHeight) {
      attached.current = false
      setDetached('away')
      box.scrollTop += there.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
    }
  }, [target])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const remember = () => {
      fromBottom.current = box.scrollHeight - box.scrollTop
    }
    remember()
    box.addEventListener('scroll', remember, { passive: true })
    return () => box.removeEventListener('scroll', remember)
  })

  return { scroller, detached, scrollToBottom }
}
