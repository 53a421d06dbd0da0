import type { ServerFrame, ViewerChannel, ViewerMessage } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { createMessage, general, messageFrame, stateAfter } from '#store/workspace/testing/frames.ts'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { createNotifier } from './notifier.ts'

const mention = { mentions: ['U1'] }

test('[NTF-6] mentions are notified of, other messages if the channel says so, and nothing of a muted one', () => {
  expect(shownAfter({}, createMessage('1.1'))).toEqual([])
  expect(shownAfter({}, createMessage('1.1', mention), createMessage('1.2', { mentions: ['everyone'] }))).toEqual([
    '1.1',
    '1.2',
  ])
  expect(shownAfter({ notify: 'all' }, createMessage('1.1'))).toEqual(['1.1'])
  expect(shownAfter({ notify: 'nothing' }, createMessage('1.1', mention))).toEqual([])
  expect(shownAfter({ muted: true, notify: 'all' }, createMessage('1.1', mention))).toEqual([])
  expect(shownAfter({ kind: 'im' }, createMessage('1.1'))).toEqual(['1.1'])
})

test('[NTF-6] own messages, system messages, and messages that come again or are of elsewhere are not', () => {
  const notice = createMessage('1.2', { notice: { subtype: 'channel_join' } })
  const again = createMessage('1.3', { user: 'U1' })
  expect(shownAfter({ notify: 'all' }, createMessage('1.1', { user: 'U1' }), notice, again, again)).toEqual([])
  expect(shownAfter({ notify: 'all', latest: '1.1' }, createMessage('1.1', { edited: true, ...mention }))).toEqual([])
  expect(shownAfter({ notify: 'all', member: false }, createMessage('1.1', mention))).toEqual([])
})

test('[NTF-6] what is deleted before it is shown is not, also if replies keep its place', () => {
  const deleted: ServerFrame = { type: 'deleted', seq: 20, channel: 'C1', ts: '1.1', latest: null }
  expect(shownAfter({}, createMessage('1.1', mention), deleted)).toEqual([])
  const kept = createMessage('1.1', { deleted: true, text: '' })
  expect(shownAfter({}, createMessage('1.1', mention), kept, createMessage('1.2', mention))).toEqual(['1.2'])
})

test('[NTF-6] a stream is notified of once, when it has ended', () => {
  const growing = createMessage('1.1', { ...mention, streaming_state: 'in_progress' })
  const ended = createMessage('1.1', { ...mention, streaming_state: 'completed' })
  expect(shownAfter({}, growing)).toEqual([])
  expect(shownAfter({}, growing, ended, ended)).toEqual(['1.1'])
})

test('[NTF-6] a reply is notified of if the person follows its thread', () => {
  const reply = createMessage('1.2', { thread_ts: '1.1' })
  const followed: ServerFrame = {
    type: 'followed',
    seq: 20,
    channel: 'C1',
    thread_ts: '1.1',
    latest: '1.2',
    last_read: '1.1',
  }
  expect(shownAfter({}, reply)).toEqual([])
  expect(shownAfter({}, reply, followed)).toEqual(['1.2'])
  expect(shownAfter({ muted: true }, reply, followed)).toEqual([])
})

test('[NTF-6] what was read meanwhile, in whatever browser, is not', () => {
  const read = (lastRead: string, more = {}): ServerFrame => ({
    type: 'read',
    seq: 20,
    channel: 'C1',
    last_read: lastRead,
    unread: [],
    mentions: [],
    closed_at: null,
    ...more,
  })
  expect(shownAfter({}, createMessage('1.1', mention), read('1.1'))).toEqual([])
  expect(shownAfter({}, createMessage('1.1', mention), read('1.0', { muted: true }))).toEqual([])
})

test('[NTF-6] what comes while the person does not want to be disturbed is not told later', () => {
  isWanted = false
  expect(shownAfter({}, createMessage('1.1', mention))).toEqual([])
  isWanted = true
})

let isWanted = true

/** What is shown a moment after these frames, in a channel that was read before. */
function shownAfter(channel: Partial<ViewerChannel>, ...given: (ViewerMessage | ServerFrame)[]): string[] {
  const frames = given.map((one) => ('type' in one ? one : messageFrame(11, one)))
  const known = { ...general, last_read: '1.0', latest: '1.0', ...channel }
  let state: Workspace = stateAfter({ type: 'channel_changed', seq: 10, id: 'C1', channel: known })
  const waiting: (() => void)[] = []
  const shown: string[] = []
  const receive = createNotifier({
    getState: () => state,
    isWanted: () => isWanted,
    later: (callback) => waiting.push(callback),
    show: ({ message }) => shown.push(message.ts),
  })
  for (const frame of frames) {
    const before = state
    state = applyFrame(state, frame)
    receive(frame, before)
  }
  for (const callback of waiting) callback()
  return shown
}
