import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import { channelFrame, createMessage, general, messageFrame, welcome } from '#store/workspace/testing/frames.ts'
import { createWorkspace } from '#store/workspace/workspace.ts'
import { createReadMarks } from './readMarks.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const news = { channel: 'C1', thread_ts: '1.1', latest: '2.2', last_read: '1.1' }
const unread = { ...general, latest: '2.1', last_read: '1.1', unread: ['2.1'] }
const snapshot: ServerFrame = { ...welcome, channels: [unread], activity: { reactions: 0, threads: [news] } }
const resumed: ServerFrame = { type: 'resumed', seq: 10, epoch: 'e1', now: 5_000 }

/** Read marks of a page that is connected to nothing: the test plays the server. */
function startReadMarks() {
  const workspace = createWorkspace()
  const sent: ClientFrame[] = []
  const listeners: ((frame: ServerFrame) => void)[] = []
  const marks = createReadMarks(
    workspace,
    (frame) => sent.push(frame) > 0,
    (listener) => listeners.push(listener),
  )
  const receive = (frame: ServerFrame) => {
    workspace.setState((state) => applyFrame(state, frame), true)
    for (const listener of listeners) listener(frame)
  }
  receive(snapshot)
  return { ...marks, workspace, sent, receive }
}

const mark = (ts: string): ClientFrame => ({ type: 'mark', channel: 'C1', ts })
const threadMark: ClientFrame = { type: 'mark', channel: 'C1', ts: '2.2', thread_ts: '1.1' }
const read = (ts: string): ServerFrame => {
  return { type: 'read', seq: 12, channel: 'C1', last_read: ts, unread: [], mentions: [], closed_at: null }
}

test('[REA-3] a channel is marked read at once, and the read mark is sent to the server, at most once a second', () => {
  const { markRead, workspace, sent, receive } = startReadMarks()
  markRead('C1')
  expect(workspace.getState().channels['C1']).toMatchObject({ last_read: '2.1', unread: [] })
  for (const ts of ['3.1', '4.1']) {
    receive(messageFrame(11, createMessage(ts)))
    markRead('C1')
  }
  expect(sent).toEqual([mark('2.1')])
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([mark('2.1'), mark('4.1')])
})

test('[REA-5] a mark that was withdrawn is not sent, unless what was marked as unread was refused', () => {
  const { markRead, withdrawMark, sent, receive } = startReadMarks()
  markRead('C1')
  receive(messageFrame(11, createMessage('3.1')))
  markRead('C1')
  const putBack = withdrawMark('C1')
  vi.advanceTimersByTime(5000)
  receive(resumed)
  expect(sent).toEqual([mark('2.1')])
  putBack()
  expect(sent).toEqual([mark('2.1'), mark('3.1')])
})

test('[REA-3] marks that may have been lost with a connection are sent again, until the server confirms them', () => {
  const { markRead, markThreadRead, sent, receive } = startReadMarks()
  markRead('C1')
  markThreadRead('C1', '1.1')
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([mark('2.1'), threadMark])
  receive(resumed)
  vi.advanceTimersByTime(5000)
  expect(sent.splice(0)).toEqual([mark('2.1'), threadMark, mark('2.1'), threadMark])
  receive(read('1.5'))
  receive({ type: 'followed', seq: 12, ...news })
  receive(resumed)
  vi.advanceTimersByTime(5000)
  expect(sent.splice(0)).toEqual([mark('2.1'), threadMark])
  receive(read('2.1'))
  receive({ type: 'followed', seq: 13, ...news, last_read: '2.2' })
  receive(resumed)
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([])
})

test('[REA-3] a new snapshot that has the marks confirms them', () => {
  const { markRead, markThreadRead, sent, receive } = startReadMarks()
  markRead('C1')
  markThreadRead('C1', '1.1')
  vi.advanceTimersByTime(5000)
  receive({
    ...snapshot,
    channels: [{ ...unread, last_read: '2.1', unread: [] }],
    activity: { reactions: 0, threads: [] },
  })
  receive(read('2.0'))
  receive(resumed)
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([mark('2.1'), threadMark])
})

test('[REA-5] a mark that was not confirmed is not sent again after another browser has moved it back', () => {
  const { markRead, markThreadRead, sent, receive } = startReadMarks()
  markRead('C1')
  markThreadRead('C1', '1.1')
  vi.advanceTimersByTime(5000)
  // The newest message was deleted: the mark is at the one before.
  receive(read('1.5'))
  receive(read('1.4'))
  receive({ type: 'followed', seq: 12, ...news, last_read: '1.0' })
  receive(resumed)
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([mark('2.1'), threadMark])
})

test('[REA-3] a channel is marked with a thread that takes its place if nothing outside of the thread is unread', () => {
  const { markReadInThread, workspace, sent, receive } = startReadMarks()
  markReadInThread('C1', '1.1')
  receive(channelFrame([createMessage('1.1')]))
  receive(read('2.1'))
  receive(messageFrame(13, createMessage('3.1', { thread_ts: '1.1' })))
  expect(workspace.getState().channels['C1']?.unread).toEqual(['3.1'])
  expect(sent).toEqual([])
  markReadInThread('C1', '1.0')
  expect(sent).toEqual([])
  markReadInThread('C1', '1.1')
  expect(sent).toEqual([mark('3.1')])
})

test('[REA-3] a channel of which not all unread messages are listed is not marked with a thread', () => {
  const { markReadInThread, sent, receive } = startReadMarks()
  receive(channelFrame([createMessage('1.1')]))
  receive(read('2.1'))
  for (let i = 0; i < 10; i++) receive(messageFrame(13 + i, createMessage(`3.${i}`, { thread_ts: '1.1' })))
  markReadInThread('C1', '1.1')
  expect(sent).toEqual([])
})

test('[REA-1] the mark of a channel that the person has left is not sent again', () => {
  const { markRead, sent, receive } = startReadMarks()
  markRead('C1')
  vi.advanceTimersByTime(5000)
  receive({ type: 'channel_changed', seq: 11, id: 'C1', channel: { ...unread, member: false } })
  receive(resumed)
  expect(sent).toEqual([mark('2.1')])
})
