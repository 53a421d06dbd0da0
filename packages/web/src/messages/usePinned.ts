import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const near = 70
const nearTop = 600

type Options = {
  /** The first message's key: when it changes, older ones came above. */
  firstKey: string | undefined
  /** The last own message on its way: a new one pins. */
  sent: string | undefined
  onNearTop?: (() => void) | undefined
  /** The ts of a message that is to be gone to, once it is in the list. */
  target?: string | undefined
}

type Pinned = {
  scroller: RefObject<HTMLDivElement | null>
  /** Away from the end: `away`, or `new` when something came meanwhile. */
  released: false | 'away' | 'new'
  toEnd: () => void
}

/**
 * Keeps a list at its end while it grows. Any wish to look back releases it at once, and only scrolling down to the end
 * pins it again. What comes above leaves in place what is looked at.
 */
export function usePinned({ firstKey, sent, onNearTop, target }: Options): Pinned {
  const scroller = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  const [released, setReleased] = useState<Pinned['released']>(false)
  const first = useRef(firstKey)

  const pin = useCallback(() => {
    pinned.current = true
    setReleased(false)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let top = box.scrollTop
    let height = box.scrollHeight
    let above = first.current
    const release = () => {
      if (!pinned.current || box.scrollHeight <= box.clientHeight) return
      pinned.current = false
      setReleased('away')
    }
    const follow = () => {
      const grew = box.scrollHeight > height && above === first.current
      height = box.scrollHeight
      above = first.current
      if (pinned.current) box.scrollTop = height
      else if (grew) setReleased('new')
      top = box.scrollTop
    }
    const onScroll = () => {
      const down = box.scrollTop > top
      const up = box.scrollTop < top && box.scrollHeight >= height
      top = box.scrollTop
      const left = box.scrollHeight - box.clientHeight - top
      if (down && left < near && !pinned.current) pin()
      if (up && left >= near) release()
      if (top < nearTop && !pinned.current) onNearTop?.()
    }
    const onWheel = (event: WheelEvent) => event.deltaY < 0 && release()
    const onKey = (event: KeyboardEvent) => ['PageUp', 'ArrowUp', 'Home'].includes(event.key) && release()
    const onSelect = () => {
      const selection = getSelection()
      if (selection && !selection.isCollapsed && box.contains(selection.anchorNode)) release()
    }
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', onScroll, { passive: true })
    box.addEventListener('wheel', onWheel, { passive: true })
    box.addEventListener('touchmove', release, { passive: true })
    box.addEventListener('keydown', onKey)
    document.addEventListener('selectionchange', onSelect)
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
      box.removeEventListener('wheel', onWheel)
      box.removeEventListener('touchmove', release)
      box.removeEventListener('keydown', onKey)
      document.removeEventListener('selectionchange', onSelect)
    }
  }, [onNearTop, pin])

  useLayoutEffect(() => {
    if (sent) pin()
  }, [sent, pin])

  // The distance to the end stays as it was when older messages come above.
  const fromEnd = useRef(0)
  useLayoutEffect(() => {
    first.current = firstKey
    const box = scroller.current
    if (box && !pinned.current) box.scrollTop = box.scrollHeight - fromEnd.current
  }, [firstKey])
  useLayoutEffect(() => {
    const box = scroller.current
    const there = target && box?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(target)}"]`)
    if (!box || !there) return
    if (box.scrollHeight > box.clientHeight) {
      pinned.current = false
      setReleased('away')
      box.scrollTop += there.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
    }
  }, [target])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const note = () => {
      fromEnd.current = box.scrollHeight - box.scrollTop
    }
    note()
    box.addEventListener('scroll', note, { passive: true })
    return () => box.removeEventListener('scroll', note)
  })

  return { scroller, released, toEnd: pin }
}
