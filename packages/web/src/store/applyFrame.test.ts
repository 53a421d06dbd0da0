import type { ServerFrame, ViewerChannel, ViewerMessage, ViewerStatus } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { page } from './act.ts'
import { applyFrame, withoutEphemeral } from './applyFrame.ts'
import { conversationOf, emptyWorkspace, inChannel, seenOf, type Workspace } from './workspace.ts'

const general: ViewerChannel = {
  id: 'C1',
  name: 'general',
  kind: 'public',
  topic: '',
  archived: false,
  general: true,
  member: true,
  posting: 'everyone',
  threads: true,
  members: ['U1'],
  latest: null,
  last_read: null,
  unread: [],
}
const welcome: ServerFrame = {
  type: 'welcome',
  seq: 10,
  epoch: 'e1',
  now: 5_000,
  you: 'U1',
  team: { id: 'T1', name: 'Acme', domain: 'acme' },
  users: [],
  usergroups: [],
  emoji: {},
  channels: [general],
  commands: [],
  shortcuts: [],
}

function said(ts: string, more: Partial<ViewerMessage> = {}): ViewerMessage {
  return { ts, user: 'U2', text: ts, blocks: [], edited: false, ...more }
}
function message(seq: number, of: ViewerMessage): ServerFrame {
  return { type: 'message', seq, channel: 'C1', message: of }
}
function window(messages: ViewerMessage[], hasMore = false): ServerFrame {
  return { type: 'channel', seq: 99, channel: 'C1', messages, statuses: [], threads: [], has_more: hasMore }
}
function after(...frames: ServerFrame[]): Workspace {
  return frames.reduce((state, frame) => applyFrame(state, frame, 4_000), applyFrame(emptyWorkspace, welcome, 4_000))
}
function tsOf(state: Workspace): string[] {
  return Object.keys(conversationOf(state, 'C1').messages).sort()
}
const status: ViewerStatus = {
  thread_ts: '1.1',
  app_id: 'A1',
  user: 'UB',
  text: 'Scout is thinking...',
  loading_messages: [],
  ends_at: 120_000,
}

describe('the workspace, frame by frame', () => {
  test('starts with the welcome, and knows how far the server’s clock is ahead', () => {
    expect(after()).toMatchObject({ ready: true, seq: 10, epoch: 'e1', clockAhead: 1_000, you: 'U1' })
  })

  test('follows the server’s clock when it is put back', () => {
    expect(after({ type: 'pong', now: 5_000 - 120_000 }).clockAhead).toBe(1_000 - 120_000)
  })

  test('leaves everything as it is where a newer server says what it does not know', () => {
    const frame: unknown = { type: 'sung', seq: 11 }
    expect(applyFrame(emptyWorkspace, frame as ServerFrame)).toBe(emptyWorkspace)
  })

  test('has what apps offer as it is now', () => {
    const command = { app_id: 'A1', command: '/ask', description: 'Asks' }
    const offers: ServerFrame = { type: 'offers_changed', seq: 11, commands: [command], shortcuts: [] }
    expect(after(offers)).toMatchObject({ seq: 11, commands: [command], shortcuts: [] })
    expect(after(offers, { ...offers, seq: 12, commands: [] }).commands).toEqual([])
  })

  test('moves its cursor with the log alone: a snapshot that is ahead does not skip what comes', () => {
    expect(after(window([said('1.1')])).seq).toBe(10)
    expect(after(window([said('1.1')]), message(11, said('1.2'))).seq).toBe(11)
  })

  test('puts a message in place of the one with its ts', () => {
    const state = after(message(11, said('1.1')), message(12, said('1.1', { text: 'new' })))
    expect(conversationOf(state, 'C1').messages['1.1']?.text).toBe('new')
  })

  test('a message that comes moves the channel’s newest', () => {
    expect(after(message(11, said('1.1'))).channels['C1']?.latest).toBe('1.1')
  })

  test('counts a reply once, whether the root came with it counted or not', () => {
    const reply = said('1.2', { thread_ts: '1.1' })
    const counted = said('1.1', { replies: { count: 1, users: ['U2'], latest: '1.2' } })
    const root = (state: Workspace) => conversationOf(state, 'C1').messages['1.1']?.replies?.count
    expect(root(after(window([said('1.1')]), message(11, reply)))).toBe(1)
    expect(root(after(window([said('1.1')]), message(11, counted), message(12, reply)))).toBe(1)
    expect(root(after(window([said('1.1')]), message(11, reply), message(12, counted)))).toBe(1)
    expect(root(after(window([said('1.1')]), message(11, reply), message(12, { ...reply, text: 'edited' })))).toBe(1)
  })

  test('a deleted message is gone, and so is its count', () => {
    const reply = said('1.2', { thread_ts: '1.1' })
    const gone: ServerFrame = { type: 'deleted', seq: 12, channel: 'C1', ts: '1.2', latest: '1.1' }
    const state = after(window([said('1.1')]), message(11, reply), gone)
    expect(tsOf(state)).toEqual(['1.1'])
    expect(conversationOf(state, 'C1').messages['1.1']?.replies).toBeUndefined()
  })

  test('a deleted message tells what is the newest of its channel now', () => {
    const gone: ServerFrame = { type: 'deleted', seq: 13, channel: 'C1', ts: '1.2', latest: '1.1' }
    expect(after(message(11, said('1.1')), message(12, said('1.2')), gone).channels['C1']?.latest).toBe('1.1')
  })

  test('reactions take the place of those that were there, on a message that is known', () => {
    const reactions = [{ name: 'tada', users: ['U2'] }]
    const told = (seq: number, now: typeof reactions, ts = '1.1'): ServerFrame => {
      return { type: 'reactions', seq, channel: 'C1', ts, reactions: now }
    }
    const shown = (state: Workspace) => conversationOf(state, 'C1').messages['1.1']
    const one = after(message(11, said('1.1')), told(12, reactions))
    expect(shown(one)).toMatchObject({ text: '1.1', reactions })
    expect(shown(applyFrame(one, told(13, [])))).not.toHaveProperty('reactions')
    expect(tsOf(after(told(12, reactions, '9.9')))).toEqual([])
  })

  test('[MSG-6] a message for this viewer alone outlives a new window, and does not come back when it was dismissed', () => {
    const told: ServerFrame = { type: 'ephemeral', seq: 12, channel: 'C1', message: said('1.2', { ephemeral: true }) }
    const seen = (state: Workspace) => seenOf(conversationOf(state, 'C1')).map(({ ts }) => ts)
    const state = after(window([said('1.1')]), told, window([said('1.1')]), welcome, window([said('1.1')]))
    expect(seen(state)).toEqual(['1.1', '1.2'])
    expect(state.channels['C1']?.latest).toBe(null)
    expect(seen(applyFrame(withoutEphemeral(state, 'C1', '1.2'), told))).toEqual(['1.1'])
  })

  test('[ROM-8] what became of a channel is its newest, and news to nobody', () => {
    const member: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '1.0' },
    }
    const notice = said('1.2', { notice: { subtype: 'channel_join' } })
    const state = after(member, message(12, said('1.1')), message(13, notice))
    expect(state.channels['C1']).toMatchObject({ latest: '1.2', unread: ['1.1'] })
  })

  test('[MSG-8] a channel shows its roots and the replies that were sent there, a direct message all in place', () => {
    const reply = (ts: string, more = {}) => said(ts, { thread_ts: '1.1', ...more })
    const state = after(
      window([said('1.1')]),
      message(11, reply('1.2')),
      message(12, reply('1.3', { broadcast: true })),
    )
    const shown = (replies: boolean) => inChannel(conversationOf(state, 'C1'), { replies }).map(({ ts }) => ts)
    expect(shown(false)).toEqual(['1.1', '1.3'])
    expect(shown(true)).toEqual(['1.1', '1.2', '1.3'])
  })

  test('what a thread brings from further back stands in the channel when all in between is there', () => {
    const old = said('1.1', { replies: { count: 1, users: ['U2'], latest: '1.2' } })
    const reply = said('1.2', { thread_ts: '1.1', broadcast: true })
    const thread: ServerFrame = {
      type: 'thread',
      seq: 12,
      channel: 'C1',
      thread_ts: '1.1',
      messages: [old, reply],
      statuses: [],
      threads: [],
    }
    const page = (messages: ViewerMessage[], hasMore: boolean): ServerFrame => {
      return { type: 'history', channel: 'C1', messages, threads: [], has_more: hasMore }
    }
    const shown = (state: Workspace) =>
      inChannel(conversationOf(state, 'C1'), { replies: false })
        .map(({ ts }) => ts)
        .sort()
    const opened = after(window([said('5.1'), said('5.2')], true), thread)
    expect(conversationOf(opened, 'C1').from).toBe('5.1')
    expect(shown(opened)).toEqual(['5.1', '5.2'])
    const further = applyFrame(opened, page([said('3.1')], true))
    expect(conversationOf(further, 'C1').from).toBe('3.1')
    expect(shown(further)).toEqual(['3.1', '5.1', '5.2'])
    expect(shown(applyFrame(further, page([old, reply], false)))).toEqual(['1.1', '1.2', '3.1', '5.1', '5.2'])
    // A newer window that joins up leaves what was paged in; one that does not begins anew.
    expect(conversationOf(applyFrame(further, window([said('5.2'), said('5.3')], true)), 'C1').from).toBe('3.1')
    expect(conversationOf(applyFrame(further, window([said('9.1')], true)), 'C1').from).toBe('9.1')
  })

  test('a stream that has ended never opens again', () => {
    const stream = { n: 0, display: 'timeline', reply: { parts: [] } } as const
    const open = said('1.2', { thread_ts: '1.1', streaming_state: 'in_progress', stream })
    const done = said('1.2', { thread_ts: '1.1', streaming_state: 'completed', text: 'all' })
    const state = after(message(11, open), message(12, done), message(13, open))
    expect(conversationOf(state, 'C1').messages['1.2']?.streaming_state).toBe('completed')
  })

  test('a window that joins up keeps older pages, one that does not replaces them', () => {
    const older: ServerFrame = { type: 'history', channel: 'C1', messages: [said('1.0')], threads: [], has_more: false }
    const first = [window([said('1.1'), said('1.2')], true), older]
    expect(tsOf(after(...first, window([said('1.2'), said('1.3')], true)))).toEqual(['1.0', '1.1', '1.2', '1.3'])
    expect(tsOf(after(...first, window([said('5.1'), said('5.2')], true)))).toEqual(['5.1', '5.2'])
  })

  test('[R22] a fresh start keeps what is on the page until the new window replaces it', () => {
    const again = after(window([said('1.1'), said('1.2')]), welcome)
    expect(tsOf(again)).toEqual(['1.1', '1.2'])
    expect(tsOf(applyFrame(again, window([said('1.2')])))).toEqual(['1.2'])
  })

  test('a status is set, replaced, and taken away by the app’s word or the log’s', () => {
    const set: ServerFrame = { type: 'status', seq: 11, channel: 'C1', thread_ts: '1.1', app_id: 'A1', status }
    const live = (state: Workspace) => Object.values(conversationOf(state, 'C1').statuses).map((one) => one.text)
    expect(live(after(set))).toEqual(['Scout is thinking...'])
    expect(live(after(set, { ...set, seq: 12, status: { ...status, text: 'Scout reads' } }))).toEqual(['Scout reads'])
    expect(live(after(set, { ...set, seq: 12, status: null }))).toEqual([])
    expect(live(after(set, message(12, said('1.2', { thread_ts: '1.1', app_id: 'A1' }))))).toEqual([])
    expect(live(after(set, message(12, said('1.2', { thread_ts: '1.1' }))))).toHaveLength(1)
  })

  test('what apps say of a thread comes, changes and goes, and stays with older pages', () => {
    const thread = { thread_ts: '1.0', title: 'Old', agents: [] }
    const changed: ServerFrame = { type: 'thread_changed', seq: 11, channel: 'C1', thread_ts: '1.1', thread: null }
    const named: ServerFrame = { ...changed, thread: { thread_ts: '1.1', title: 'New', agents: [] } }
    const older: ServerFrame = {
      type: 'history',
      channel: 'C1',
      messages: [said('1.0')],
      threads: [thread],
      has_more: false,
    }
    const titles = (state: Workspace) => Object.values(conversationOf(state, 'C1').about).map((one) => one.title)
    expect(titles(after(window([said('1.1')]), older, named))).toEqual(['Old', 'New'])
    expect(titles(after(window([said('1.1')]), older, named, changed))).toEqual(['Old'])
    expect(titles(after(window([said('1.1')]), older, named, window([said('1.1')])))).toEqual(['Old'])
    expect(after(named).seq).toBe(11)
  })

  test('a thread frame replaces that thread and nothing else', () => {
    const thread: ServerFrame = {
      type: 'thread',
      seq: 12,
      channel: 'C1',
      thread_ts: '1.1',
      messages: [said('1.1'), said('1.4', { thread_ts: '1.1' })],
      statuses: [],
      threads: [],
    }
    const before = [window([said('1.1'), said('1.9')]), message(11, said('1.2', { thread_ts: '1.1' }))]
    expect(tsOf(after(...before, thread))).toEqual(['1.1', '1.4', '1.9'])
  })

  test('a channel that goes out of sight is gone', () => {
    expect(after({ type: 'channel_changed', seq: 11, id: 'C1', channel: null }).channels).toEqual({})
  })

  test('a thread that was asked for and is not there is not waited for', () => {
    const gone: ServerFrame = {
      type: 'refused',
      channel: 'C1',
      thread_ts: '1.1',
      error: 'invalid_thread_ts',
      detail: '',
    }
    expect(conversationOf(after(gone), 'C1').threads).toEqual({ '1.1': true })
  })

  test('counts what others say after what was read, each once, and never what you say', () => {
    const reader: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '2.0' },
    }
    const state = after(
      reader,
      message(12, said('1.9')),
      message(13, said('2.1')),
      message(14, said('2.1', { edited: true })),
      message(15, said('2.2', { user: 'U1' })),
      message(16, said('2.3')),
    )
    expect(state.channels['C1']).toMatchObject({ unread: ['2.1', '2.3'], latest: '2.3' })
    const gone: ServerFrame = { type: 'deleted', seq: 17, channel: 'C1', ts: '2.1', latest: '2.3' }
    const emptied = message(17, said('2.1', { deleted: true }))
    for (const frame of [gone, emptied]) expect(applyFrame(state, frame).channels['C1']?.unread).toEqual(['2.3'])
    const read: ServerFrame = { type: 'read', seq: 18, channel: 'C1', last_read: '2.3', unread: [] }
    expect(applyFrame(state, read)).toMatchObject({ seq: 18, channels: { C1: { last_read: '2.3', unread: [] } } })
  })

  test('counts nothing in a channel that you are not in, and no more than ten', () => {
    expect(after(message(12, said('2.1'))).channels['C1']?.unread).toEqual([])
    const reader: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '2.00' },
    }
    const many = Array.from({ length: 12 }, (_, i) => message(12 + i, said(`2.${10 + i}`)))
    expect(after(reader, ...many).channels['C1']?.unread).toHaveLength(10)
  })
})

describe('what apps show', () => {
  const view = (id: string) => ({ id, app_id: 'A1', type: 'modal' as const, title: id, blocks: [] })
  const modals = (id: string, views: string[], to: string | null = page): ServerFrame => ({
    type: 'modals',
    seq: 11,
    id,
    page: to,
    views: views.map(view),
  })
  const shown = (...frames: ServerFrame[]) =>
    after(...frames).modals.map(({ id, views }) => [id, views.map((v) => v.id)])

  test('modals of an app replace those that it had open, and go', () => {
    expect(shown(modals('P1', ['V1']))).toEqual([['P1', ['V1']]])
    expect(shown(modals('P1', ['V1']), modals('P2', ['V9']), modals('P1', ['V1', 'V2']))).toEqual([
      ['P1', ['V1', 'V2']],
      ['P2', ['V9']],
    ])
    expect(shown(modals('P1', ['V1']), modals('P1', []))).toEqual([])
    expect(shown(modals('P1', []))).toEqual([])
  })

  test('modals that another page asked for stay there', () => {
    expect(shown(modals('P1', ['V1'], 'another'))).toEqual([])
    expect(shown(modals('P1', ['V1'], null))).toEqual([['P1', ['V1']]])
  })

  test('a home is the newest one, and forgotten by a fresh start', () => {
    const home: ServerFrame = { type: 'home', seq: 11, app_id: 'A1', view: { ...view('V1'), type: 'home' } }
    expect(after(home).homes).toMatchObject({ A1: { id: 'V1' } })
    expect(after(home, welcome).homes).toEqual({})
  })
})
