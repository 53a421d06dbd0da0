import { afterEach, expect, test, vi } from 'vitest'
import { createOpening } from './opening.ts'

afterEach(() => vi.unstubAllGlobals())

test('a dialog that is opened while it closes stays open, and one that is open is not opened anew', () => {
  let isShown = false
  vi.stubGlobal('document', { querySelector: () => (isShown ? {} : null) })
  const { state, open, close } = createOpening<string>()
  const opened = () => state.getState().opened
  open('one')
  const first = opened()?.time ?? 0
  isShown = true
  open('two')
  expect(opened()).toEqual({ about: 'two', time: first })
  // It has closed, and is opened before the browser says so.
  isShown = false
  open('three')
  close(first)
  expect(opened()).toMatchObject({ about: 'three' })
  close(opened()?.time ?? 0)
  expect(opened()).toBeUndefined()
})
