import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { applyFrame } from './applyFrame.ts'
import { channelFrame, createMessage, loadedTs, messageFrame, stateAfter, welcome } from './testing/frames.ts'
import { contentOf, visibleMessages, type Workspace } from './workspace.ts'

describe('the loaded messages of a channel', () => {
  test('[MSG-8] a channel shows roots and broadcasts, a direct message shows all replies in place', () => {
    const reply = (ts: string, more = {}) => createMessage(ts, { thread_ts: '1.1', ...more })
    const state = stateAfter(
      channelFrame([createMessage('1.1')]),
      messageFrame(11, reply('1.2')),
      messageFrame(12, reply('1.3', { broadcast: true })),
    )
    const shown = (replies: boolean) => visibleMessages(contentOf(state, 'C1'), { replies }).map(({ ts }) => ts)
    expect(shown(false)).toEqual(['1.1', '1.3'])
    expect(shown(true)).toEqual(['1.1', '1.2', '1.3'])
  })

  test('older messages that came with a thread show in the channel once everything in between is loaded', () => {
    const old = createMessage('1.1', { replies: { count: 1, users: ['U2'], latest: '1.2' } })
    const reply = createMessage('1.2', { thread_ts: '1.1', broadcast: true })
    const thread: ServerFrame = {
      type: 'thread',
      seq: 12,
      channel: 'C1',
      thread_ts: '1.1',
      messages: [old, reply],
      statuses: [],
      threads: [],
    }
    const historyFrame = (messages: ViewerMessage[], hasMore: boolean): ServerFrame => {
      return { type: 'history', channel: 'C1', messages, threads: [], has_more: hasMore }
    }
    const shown = (state: Workspace) =>
      visibleMessages(contentOf(state, 'C1'), { replies: false })
        .map(({ ts }) => ts)
        .sort()
    const opened = stateAfter(channelFrame([createMessage('5.1'), createMessage('5.2')], true), thread)
    expect(contentOf(opened, 'C1').oldestTs).toBe('5.1')
    expect(shown(opened)).toEqual(['5.1', '5.2'])
    const extended = applyFrame(opened, historyFrame([createMessage('3.1')], true))
    expect(contentOf(extended, 'C1').oldestTs).toBe('3.1')
    expect(shown(extended)).toEqual(['3.1', '5.1', '5.2'])
    expect(shown(applyFrame(extended, historyFrame([old, reply], false)))).toEqual(['1.1', '1.2', '3.1', '5.1', '5.2'])
    // A newer snapshot without a gap keeps the pages; one after a gap starts over.
    expect(
      contentOf(applyFrame(extended, channelFrame([createMessage('5.2'), createMessage('5.3')], true)), 'C1').oldestTs,
    ).toBe('3.1')
    expect(contentOf(applyFrame(extended, channelFrame([createMessage('9.1')], true)), 'C1').oldestTs).toBe('9.1')
  })

  test('a snapshot without a gap keeps older pages, one after a gap replaces them', () => {
    const older: ServerFrame = {
      type: 'history',
      channel: 'C1',
      messages: [createMessage('1.0')],
      threads: [],
      has_more: false,
    }
    const first = [channelFrame([createMessage('1.1'), createMessage('1.2')], true), older]
    expect(loadedTs(stateAfter(...first, channelFrame([createMessage('1.2'), createMessage('1.3')], true)))).toEqual([
      '1.0',
      '1.1',
      '1.2',
      '1.3',
    ])
    expect(loadedTs(stateAfter(...first, channelFrame([createMessage('5.1'), createMessage('5.2')], true)))).toEqual([
      '5.1',
      '5.2',
    ])
  })

  test('[R22] a fresh start keeps what is on the page until the new snapshot replaces it', () => {
    const again = stateAfter(channelFrame([createMessage('1.1'), createMessage('1.2')]), welcome)
    expect(loadedTs(again)).toEqual(['1.1', '1.2'])
    expect(loadedTs(applyFrame(again, channelFrame([createMessage('1.2')])))).toEqual(['1.2'])
  })

  test('a thread frame replaces that thread and nothing else', () => {
    const thread: ServerFrame = {
      type: 'thread',
      seq: 12,
      channel: 'C1',
      thread_ts: '1.1',
      messages: [createMessage('1.1'), createMessage('1.4', { thread_ts: '1.1' })],
      statuses: [],
      threads: [],
    }
    const before = [
      channelFrame([createMessage('1.1'), createMessage('1.9')]),
      messageFrame(11, createMessage('1.2', { thread_ts: '1.1' })),
    ]
    expect(loadedTs(stateAfter(...before, thread))).toEqual(['1.1', '1.4', '1.9'])
  })
})
