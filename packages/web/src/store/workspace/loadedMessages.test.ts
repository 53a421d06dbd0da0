import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { applyFrame } from './applyFrame.ts'
import { newestPart } from './applyToContent.ts'
import { channelFrame, createMessage, loadedTs, messageFrame, stateAfter, welcome } from './testing/frames.ts'
import { contentOf, visibleMessages, visibleReplies, withoutWindows, type Workspace } from './workspace.ts'

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
    const historyFrame = (before: string, messages: ViewerMessage[], older?: string): ServerFrame => {
      return { type: 'history', channel: 'C1', before, messages, threads: [], ...(older ? { older } : {}) }
    }
    const shown = (state: Workspace) =>
      visibleMessages(contentOf(state, 'C1'), { replies: false })
        .map(({ ts }) => ts)
        .sort()
    const opened = stateAfter(channelFrame([createMessage('5.1'), createMessage('5.2')], true), thread)
    expect(contentOf(opened, 'C1').timeline.oldest).toBe('5.1')
    expect(shown(opened)).toEqual(['5.1', '5.2'])
    const extended = applyFrame(opened, historyFrame('5.1', [createMessage('3.1')], '3.1'))
    expect(contentOf(extended, 'C1').timeline.oldest).toBe('3.1')
    expect(shown(extended)).toEqual(['3.1', '5.1', '5.2'])
    expect(shown(applyFrame(extended, historyFrame('3.1', [old, reply])))).toEqual(['1.1', '1.2', '3.1', '5.1', '5.2'])
    // A newer snapshot without a gap keeps the pages; one after a gap starts over.
    expect(
      contentOf(applyFrame(extended, channelFrame([createMessage('5.2'), createMessage('5.3')], true)), 'C1').timeline
        .oldest,
    ).toBe('3.1')
    expect(contentOf(applyFrame(extended, channelFrame([createMessage('9.1')], true)), 'C1').timeline.oldest).toBe(
      '9.1',
    )
  })

  test('a snapshot without a gap keeps older pages, one after a gap replaces them', () => {
    const older: ServerFrame = {
      type: 'history',
      channel: 'C1',
      before: '1.1',
      messages: [createMessage('1.0')],
      threads: [],
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

  test('[WEB-8] a part further back takes the place of the newest messages, which are kept and go on', () => {
    const replies = { replies: false }
    const shown = (state: Workspace) =>
      visibleMessages(contentOf(state, 'C1'), replies)
        .map(({ ts }) => ts)
        .sort()
    const opened = stateAfter(channelFrame([createMessage('8.1'), createMessage('8.2')], true))
    const around: ServerFrame = {
      type: 'history',
      channel: 'C1',
      around: '3.1',
      messages: [createMessage('3.0'), createMessage('3.1'), createMessage('3.2')],
      threads: [],
      older: '3.0',
      newer: '3.2',
    }
    const back = applyFrame(opened, around)
    expect(shown(back)).toEqual(['3.0', '3.1', '3.2'])
    const live = applyFrame(back, messageFrame(100, createMessage('9.1')))
    expect(shown(live)).toEqual(['3.0', '3.1', '3.2'])
    const newest = withoutWindows(contentOf(live, 'C1'))
    expect(visibleMessages(newest, replies).map(({ ts }) => ts)).toEqual(['8.1', '8.2', '9.1'])
    expect(shown(applyFrame(live, channelFrame([createMessage('8.2'), createMessage('9.1')], true)))).toEqual(
      shown(live),
    )
    const joined = applyFrame(live, {
      type: 'history',
      channel: 'C1',
      after: '3.2',
      messages: [createMessage('8.0')],
      threads: [],
    })
    expect(shown(joined)).toEqual(['3.0', '3.1', '3.2', '8.0', '8.1', '8.2', '9.1'])
    const elsewhere = applyFrame(live, {
      ...around,
      around: '1.0',
      messages: [createMessage('1.0')],
      older: '1.0',
      newer: '1.0',
    })
    expect(loadedTs(elsewhere)).toEqual(['1.0', '8.1', '8.2', '9.1'])
  })

  test('[WEB-8] a thread shows its root above its first reply, and any part of its replies', () => {
    const reply = (ts: string) => createMessage(ts, { thread_ts: '1.0' })
    const thread = (more: object): ServerFrame =>
      ({ type: 'thread', seq: 12, channel: 'C1', thread_ts: '1.0', statuses: [], threads: [], ...more }) as never
    const shown = (state: Workspace) =>
      visibleReplies(contentOf(state, 'C1'), '1.0')
        .map(({ ts }) => ts)
        .sort()
    const opened = stateAfter(
      channelFrame([createMessage('1.0'), createMessage('9.9')]),
      thread({ messages: [createMessage('1.0'), reply('8.1'), reply('8.2')], older: '8.1' }),
    )
    expect(shown(opened)).toEqual(['8.1', '8.2'])
    const back = applyFrame(opened, thread({ around: '3.1', messages: [reply('3.1')], older: '3.1', newer: '3.1' }))
    expect(shown(back)).toEqual(['3.1'])
    const first = applyFrame(back, thread({ before: '3.1', messages: [reply('2.1')] }))
    expect(shown(first)).toEqual(['1.0', '2.1', '3.1'])
    expect(shown(applyFrame(first, messageFrame(13, reply('9.1'))))).toEqual(['1.0', '2.1', '3.1'])
    expect(shown(applyFrame(first, thread({ after: '3.1', messages: [reply('8.0')] })))).toEqual([
      '1.0',
      '2.1',
      '3.1',
      '8.0',
      '8.1',
      '8.2',
    ])
  })
})

describe('the newest part of a channel', () => {
  const tsOf = (n: number) => `${1000 + n}.1`
  const part = (...messages: ViewerMessage[]) => newestPart(contentOf(stateAfter(channelFrame(messages, true)), 'C1'))
  const many = (from: number, to: number, more = {}) => {
    return Array.from({ length: to - from }, (_, i) => createMessage(tsOf(from + i), more))
  }

  test('is what its list shows, however many replies follow', () => {
    const content = part(...many(0, 50), ...many(50, 350, { thread_ts: tsOf(49) }))
    expect(visibleMessages(content, { replies: false }).map(({ ts }) => ts)).toEqual(many(0, 50).map(({ ts }) => ts))
    expect(content.timeline).toEqual({ oldest: tsOf(0) })
    const replies = visibleReplies(content, tsOf(49)).slice(1)
    expect(replies.map(({ ts }) => ts)).toEqual(many(250, 350).map(({ ts }) => ts))
  })

  test('has the root of each reply that it has', () => {
    const old = many(150, 200, { thread_ts: tsOf(0) })
    const content = part(...many(0, 150), ...old, ...many(200, 350, { thread_ts: tsOf(100) }))
    expect(content.timeline).toEqual({ oldest: tsOf(50) })
    const shown = visibleMessages(content, { replies: true })
    expect(shown).toHaveLength(Object.keys(content.messages).length)
    expect(shown.filter(({ thread_ts }) => thread_ts !== undefined).map(({ ts }) => ts)).toEqual(
      many(250, 350).map(({ ts }) => ts),
    )
  })

  test('has broadcasts, also without their roots', () => {
    const content = part(...many(0, 250), ...many(250, 301, { thread_ts: tsOf(0), broadcast: true }))
    expect(content.timeline).toEqual({ oldest: tsOf(201) })
    expect(visibleMessages(content, { replies: false })).toHaveLength(100)
  })
})
