import { useEffect, useState, type RefObject } from 'react'

/** So long the pointer rests before the first tooltip. One that follows another comes at once. */
const delayMs = 400
/** So long a tooltip stays when the pointer leaves, so that it can be moved onto it; and what comes next follows it. */
const graceMs = 200
/** Keys that move the focus. */
const movingKeys = /^(Tab|Arrow|F6|Home|End)/

/**
 * The element whose tooltip is shown. [WEB-21] It stays while it or its element is pointed at, or the keyboard is on it; Escape
 * hides it, and does nothing else if the keyboard is on the element.
 */
export function useTooltip(tip: RefObject<HTMLElement | null>): HTMLElement | undefined {
  const [shown, setShown] = useState<HTMLElement>()
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true, passive: true }
    let current: HTMLElement | undefined
    let pointed: HTMLElement | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let warmUntil = 0
    let movedByKeys = false

    function show(element: HTMLElement | undefined) {
      clearTimeout(timer)
      if (current && !element) warmUntil = performance.now() + graceMs
      current = element?.isConnected ? element : undefined
      setShown(current)
    }
    function later(element: HTMLElement | undefined, ms: number) {
      clearTimeout(timer)
      timer = setTimeout(() => show(element), ms)
    }

    addEventListener(
      'pointermove',
      ({ target, pointerType }) => {
        if (pointerType === 'touch') return
        const isOnTip = target instanceof Node && tip.current?.contains(target) === true
        const element = isOnTip ? current : findTipped(target)
        if (element === pointed) return
        pointed = element
        if (!element) return current ? later(undefined, graceMs) : clearTimeout(timer)
        if (current || performance.now() < warmUntil) show(element)
        else later(element, delayMs)
      },
      options,
    )
    // What is pressed does what it says; nothing more need be said until the pointer comes again.
    addEventListener(
      'pointerdown',
      () => {
        movedByKeys = false
        show(undefined)
        warmUntil = 0
      },
      options,
    )
    document.documentElement.addEventListener('pointerleave', () => show((pointed = undefined)), {
      signal: stop.signal,
    })
    addEventListener(
      'focusin',
      ({ target }) => {
        if (movedByKeys) show(findTipped(target))
      },
      options,
    )
    addEventListener('focusout', () => movedByKeys && show(undefined), options)
    addEventListener(
      'scroll',
      ({ target }) => {
        if (current && target instanceof Node && target.contains(current)) show(undefined)
      },
      options,
    )
    addEventListener(
      'keydown',
      (event) => {
        movedByKeys = movingKeys.test(event.key)
        if (!current || movedByKeys || isModifier(event.key)) return
        // Elsewhere, Escape is meant for what has the focus.
        const isMeant = event.key === 'Escape' && current === document.activeElement
        show(undefined)
        if (!isMeant) return
        event.preventDefault()
        event.stopPropagation()
      },
      { ...options, passive: false },
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [tip])
  return shown
}

/** The element that has a tooltip, where the target is in one. */
function findTipped(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-tip]')) || undefined
}

function isModifier(key: string): boolean {
  return key === 'Control' || key === 'Shift' || key === 'Alt' || key === 'Meta'
}
