import type { ServerFrame, ViewerStatus } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { applyFrame, dismissEphemeral } from './applyFrame.ts'
import { channelFrame, createMessage, loadedTs, messageFrame, stateAfter, welcome } from './testing/frames.ts'
import { allMessages, contentOf, type Workspace } from './workspace.ts'

const status: ViewerStatus = {
  thread_ts: '1.1',
  app_id: 'A1',
  user: 'UB',
  text: 'Scout is thinking...',
  loading_messages: [],
  ends_at: 120_000,
}

describe('the content of a channel', () => {
  test('a message replaces the one with its ts', () => {
    const state = stateAfter(
      channelFrame([]),
      messageFrame(11, createMessage('1.1')),
      messageFrame(12, createMessage('1.1', { text: 'new' })),
    )
    expect(contentOf(state, 'C1').messages['1.1']?.text).toBe('new')
  })

  test('a reply is counted once, whether or not the root arrived with it counted', () => {
    const reply = createMessage('1.2', { thread_ts: '1.1' })
    const counted = createMessage('1.1', { replies: { count: 1, users: ['U2'], latest: '1.2' } })
    const root = (state: Workspace) => contentOf(state, 'C1').messages['1.1']?.replies?.count
    expect(root(stateAfter(channelFrame([createMessage('1.1')]), messageFrame(11, reply)))).toBe(1)
    expect(
      root(stateAfter(channelFrame([createMessage('1.1')]), messageFrame(11, counted), messageFrame(12, reply))),
    ).toBe(1)
    expect(
      root(stateAfter(channelFrame([createMessage('1.1')]), messageFrame(11, reply), messageFrame(12, counted))),
    ).toBe(1)
    expect(
      root(
        stateAfter(
          channelFrame([createMessage('1.1')]),
          messageFrame(11, reply),
          messageFrame(12, { ...reply, text: 'edited' }),
        ),
      ),
    ).toBe(1)
  })

  test('a deleted message is removed, and no longer counted', () => {
    const reply = createMessage('1.2', { thread_ts: '1.1' })
    const deleted: ServerFrame = { type: 'deleted', seq: 12, channel: 'C1', ts: '1.2', latest: '1.1' }
    const state = stateAfter(channelFrame([createMessage('1.1')]), messageFrame(11, reply), deleted)
    expect(loadedTs(state)).toEqual(['1.1'])
    expect(contentOf(state, 'C1').messages['1.1']?.replies).toBeUndefined()
  })

  test('reactions replace those of a message that is loaded', () => {
    const reactions = [{ name: 'tada', users: ['U2'] }]
    const reactionsFrame = (seq: number, next: typeof reactions, ts = '1.1'): ServerFrame => {
      return { type: 'reactions', seq, channel: 'C1', ts, reactions: next }
    }
    const shown = (of: Workspace) => contentOf(of, 'C1').messages['1.1']
    const state = stateAfter(channelFrame([createMessage('1.1')]), reactionsFrame(12, reactions))
    expect(shown(state)).toMatchObject({ text: '1.1', reactions })
    expect(shown(applyFrame(state, reactionsFrame(13, [])))).not.toHaveProperty('reactions')
    expect(loadedTs(stateAfter(reactionsFrame(12, reactions, '9.9')))).toEqual([])
  })

  test('[MSG-6] an ephemeral message survives a new snapshot, and does not come back once it was dismissed', () => {
    const ephemeral: ServerFrame = {
      type: 'ephemeral',
      seq: 12,
      channel: 'C1',
      message: createMessage('1.2', { ephemeral: true }),
    }
    const shownTs = (of: Workspace) => allMessages(contentOf(of, 'C1')).map(({ ts }) => ts)
    const state = stateAfter(
      channelFrame([createMessage('1.1')]),
      ephemeral,
      channelFrame([createMessage('1.1')]),
      welcome,
      channelFrame([createMessage('1.1')]),
    )
    expect(shownTs(state)).toEqual(['1.1', '1.2'])
    expect(state.channels['C1']?.latest).toBe(null)
    expect(shownTs(applyFrame(dismissEphemeral(state, 'C1', '1.2'), ephemeral))).toEqual(['1.1'])
  })

  test('a stream that has ended never reopens', () => {
    const stream = { n: 0, display: 'timeline', reply: { parts: [] } } as const
    const open = createMessage('1.2', { thread_ts: '1.1', streaming_state: 'in_progress', stream })
    const completed = createMessage('1.2', { thread_ts: '1.1', streaming_state: 'completed', text: 'all' })
    const frames = [messageFrame(11, open), messageFrame(12, completed), messageFrame(13, open)]
    const state = stateAfter(channelFrame([createMessage('1.1')]), ...frames)
    expect(contentOf(state, 'C1').messages['1.2']?.streaming_state).toBe('completed')
  })

  test('a status is set, replaced, and removed by the app’s status or its message', () => {
    const set: ServerFrame = { type: 'status', seq: 11, channel: 'C1', thread_ts: '1.1', app_id: 'A1', status }
    const live = (state: Workspace) => Object.values(contentOf(state, 'C1').statuses).map((one) => one.text)
    expect(live(stateAfter(set))).toEqual(['Scout is thinking...'])
    expect(live(stateAfter(set, { ...set, seq: 12, status: { ...status, text: 'Scout reads' } }))).toEqual([
      'Scout reads',
    ])
    expect(live(stateAfter(set, { ...set, seq: 12, status: null }))).toEqual([])
    expect(
      live(
        stateAfter(channelFrame([]), set, messageFrame(12, createMessage('1.2', { thread_ts: '1.1', app_id: 'A1' }))),
      ),
    ).toEqual([])
    expect(
      live(stateAfter(channelFrame([]), set, messageFrame(12, createMessage('1.2', { thread_ts: '1.1' })))),
    ).toHaveLength(1)
  })

  test('messages of a channel that is not loaded are not kept, and come with it', () => {
    const state = stateAfter(messageFrame(11, createMessage('1.1')), messageFrame(12, createMessage('2.1')))
    expect(state.contents).toEqual({})
    expect(state.channels['C1']?.latest).toBe('2.1')
    expect(loadedTs(applyFrame(state, channelFrame([createMessage('2.1')])))).toEqual(['2.1'])
  })

  test('replies of a thread that is fetched are kept, also while its channel is not loaded', () => {
    const page = {
      seq: 12,
      channel: 'C1',
      thread_ts: '1.1',
      messages: [createMessage('1.1')],
      statuses: [],
      threads: [],
    }
    const reply = messageFrame(13, createMessage('1.2', { thread_ts: '1.1' }))
    expect(loadedTs(stateAfter({ type: 'thread', ...page }, reply))).toEqual(['1.1', '1.2'])
  })

  test('thread info is set, changed and removed, and stays with older pages', () => {
    const thread = { thread_ts: '1.0', title: 'Old', agents: [] }
    const changed: ServerFrame = { type: 'thread_changed', seq: 11, channel: 'C1', thread_ts: '1.1', thread: null }
    const named: ServerFrame = { ...changed, thread: { thread_ts: '1.1', title: 'New', agents: [] } }
    const older: ServerFrame = {
      type: 'history',
      channel: 'C1',
      before: '1.1',
      messages: [createMessage('1.0')],
      threads: [thread],
    }
    const titles = (state: Workspace) => Object.values(contentOf(state, 'C1').threadInfo).map((one) => one.title)
    expect(titles(stateAfter(channelFrame([createMessage('1.1')], true), older, named))).toEqual(['Old', 'New'])
    expect(titles(stateAfter(channelFrame([createMessage('1.1')], true), older, named, changed))).toEqual(['Old'])
    expect(
      titles(
        stateAfter(
          channelFrame([createMessage('1.1')], true),
          older,
          named,
          channelFrame([createMessage('1.1')], true),
        ),
      ),
    ).toEqual(['Old'])
    expect(stateAfter(named).seq).toBe(11)
  })
})
