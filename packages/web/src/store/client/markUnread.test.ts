import type { ClientFrame } from 'rivulet/feedProtocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import { createMessage, general, messageFrame, stateAfter, welcome } from '#store/workspace/testing/frames.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { markUnread } from './markUnread.ts'
import { markRead } from './pageReadMarks.ts'

const { sent, answers } = vi.hoisted(() => ({ sent: [] as ClientFrame[], answers: [] as ((ok: boolean) => void)[] }))
vi.mock('./pageClient.ts', () => ({
  onFrame: () => () => {},
  send: (frame: ClientFrame) => sent.push(frame) > 0,
  request: () => new Promise((done) => answers.push((ok) => done(ok ? { ok } : { ok, detail: 'No.' }))),
}))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test.each([
  ['is not sent after something was marked as unread', true, []],
  ['is sent when that was refused', false, [{ type: 'mark', channel: 'C1', ts: '3.1' }]],
])('[REA-5] a read mark that waits %s', async (_what, ok, expected) => {
  const unread = { ...general, latest: '2.1', last_read: '1.1', unread: ['2.1'] }
  workspace.setState(applyFrame(stateAfter(), { ...welcome, channels: [unread] }), true)
  markRead('C1')
  workspace.setState((state) => applyFrame(state, messageFrame(11, createMessage('3.1'))), true)
  markRead('C1')
  expect(sent.splice(0)).toEqual([{ type: 'mark', channel: 'C1', ts: '2.1' }])
  const marked = markUnread('C1', '3.1')
  vi.advanceTimersByTime(5000)
  answers.pop()?.(ok)
  await marked
  vi.advanceTimersByTime(5000)
  expect(sent.splice(0)).toEqual(expected)
})
