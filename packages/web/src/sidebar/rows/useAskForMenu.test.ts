import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForMenu } from './useAskForMenu.ts'

/** A row that is a list too: what happens on it is about itself. */
class Row extends EventTarget {
  closest = (selector: string) => (selector === '[data-channel]' ? this : null)
}
const place = { clientX: 10, clientY: 20 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', Row)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function listen() {
  const row = new Row()
  const open = vi.fn()
  const stop = listenForMenu(row as unknown as HTMLElement, open)
  const happen = (type: string, more: object) =>
    row.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), place, more))
  return { row, open, stop, happen }
}

test('[SDB-3] a finger that is held opens the menu once, whoever notices first, and its click opens nothing', () => {
  const { row, open, happen } = listen()
  happen('pointerdown', { pointerType: 'touch' })
  vi.advanceTimersByTime(400)
  expect(happen('contextmenu', { button: 0 })).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(open.mock.calls).toEqual([[row]])
  expect(happen('click', {})).toBe(false)

  happen('pointerdown', { pointerType: 'touch' })
  vi.advanceTimersByTime(600)
  happen('contextmenu', { button: 0 })
  expect(open).toHaveBeenCalledTimes(2)
  happen('pointerup', {})
})

test('[SDB-3] a finger that scrolls, is lifted, or whose list is gone opens no menu', () => {
  const { open, stop, happen } = listen()
  happen('pointerdown', { pointerType: 'touch' })
  happen('pointermove', { clientX: 10, clientY: 40 })
  vi.advanceTimersByTime(1000)
  happen('pointerdown', { pointerType: 'touch' })
  happen('pointerup', {})
  vi.advanceTimersByTime(1000)
  expect(happen('click', {})).toBe(true)
  happen('pointerdown', { pointerType: 'touch' })
  stop()
  vi.advanceTimersByTime(1000)
  expect(open).not.toHaveBeenCalled()
})

test('[SDB-3] a right click opens the menu where it is, and the keys open it at the row, once', () => {
  const { row, open, happen } = listen()
  happen('contextmenu', { button: 2 })
  expect(open.mock.calls).toEqual([[row, { x: 10, y: 20 }]])
  happen('keydown', { key: 'ContextMenu' })
  happen('contextmenu', { button: 0 })
  happen('keydown', { key: 'F10' })
  expect(open.mock.calls.slice(1)).toEqual([[row]])
})
