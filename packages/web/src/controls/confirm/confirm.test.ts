import { afterEach, expect, test, vi } from 'vitest'
import { askToConfirm, confirmOpening } from './confirm.ts'

const question = (text: string) => ({ text: { type: 'plain_text' as const, text } })
const opened = () => confirmOpening.state.getState().opened

afterEach(() => {
  confirmOpening.state.setState({ opened: undefined })
  vi.unstubAllGlobals()
})

test('what is asked while the dialog before it closes stays open, and needs an answer of its own', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  const first = askToConfirm(question('Leave?'))
  const before = opened()
  before?.about.answer(true)
  // The dialog has closed, and the browser says so only after the next question, which has the same words.
  const second = askToConfirm(question('Leave?'))
  before?.about.answer(false)
  confirmOpening.close(before?.time ?? 0)
  expect(opened()).toBeDefined()
  expect(opened()?.time).not.toBe(before?.time)
  expect(await first).toBe(true)
  opened()?.about.answer(false)
  expect(await second).toBe(false)
})

test('what was asked before and has no answer is cancelled', async () => {
  vi.stubGlobal('document', { querySelector: () => ({}) })
  const first = askToConfirm(question('Leave?'))
  const second = askToConfirm(question('Delete?'))
  expect(await first).toBe(false)
  expect(opened()?.about.confirm).toEqual(question('Delete?'))
  opened()?.about.answer(true)
  expect(await second).toBe(true)
})
