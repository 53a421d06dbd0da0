import { useEffect } from 'react'
import { rowAround } from './useRowsAtHand.ts'

export type Point = { x: number; y: number }

const holdMs = 500
/** A finger that moves so far scrolls. */
const slackPx = 8

/** [SDB-3] Calls `open` for a row on a right click, on the keys of the context menu, and where a finger is held. */
export function useAskForMenu(list: HTMLElement | null, open: (row: HTMLElement, at?: Point) => void): void {
  useEffect(() => (list ? listenForMenu(list, open) : undefined), [list, open])
}

/** Listens on the list. Returns what ends that. */
export function listenForMenu(
  list: Pick<HTMLElement, 'addEventListener'>,
  open: (row: HTMLElement, at?: Point) => void,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: Point | undefined
  let swallowsClick = false
  const release = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const openByHolding = (row: HTMLElement) => {
    release()
    swallowsClick = true
    open(row)
  }

  list.addEventListener(
    'contextmenu',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[role="menu"]')) return event.preventDefault()
      const row = rowAround(event.target)
      if (!row) return
      event.preventDefault()
      // Some browsers know sooner that a finger is held. The keys have opened it already.
      if (timer !== undefined) openByHolding(row)
      else if (event.button === 2) open(row, { x: event.clientX, y: event.clientY })
    },
    { signal },
  )
  list.addEventListener(
    'keydown',
    (event) => {
      const row = rowAround(event.target)
      if (!row || !(event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) return
      event.preventDefault()
      open(row)
    },
    { signal },
  )
  list.addEventListener(
    'pointerdown',
    ({ target, pointerType, clientX, clientY }) => {
      swallowsClick = false
      release()
      const row = rowAround(target)
      if (pointerType !== 'touch' || !row) return
      start = { x: clientX, y: clientY }
      timer = setTimeout(() => openByHolding(row), holdMs)
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > slackPx) release()
    },
    { signal },
  )
  for (const type of ['pointerup', 'pointercancel'] as const) list.addEventListener(type, release, { signal })
  list.addEventListener(
    'click',
    (event) => {
      if (!swallowsClick || !rowAround(event.target)) return
      swallowsClick = false
      event.preventDefault()
      event.stopPropagation()
    },
    { signal, capture: true },
  )
  return () => {
    stop.abort()
    release()
  }
}
