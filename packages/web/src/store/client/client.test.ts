import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { createConnection } from '#feed/connectionState.ts'
import type { FeedOptions } from '#feed/feedSocket.ts'
import { createMessageErrors } from '#store/pending/messageErrors.ts'
import { createOutbox } from '#store/pending/outbox.ts'
import { createPendingReactions } from '#store/pending/pendingReactions.ts'
import { createStreams } from '#store/streams/streams.ts'
import {
  channelFrame,
  createMessage,
  general,
  loadedTs,
  messageFrame,
  welcome,
} from '#store/workspace/testing/frames.ts'
import { contentOf, createWorkspace } from '#store/workspace/workspace.ts'
import { createClient, type Stores } from './client.ts'

/** A client that is connected to nothing: the test plays the server. */
function startTestClient() {
  const messageErrors = createMessageErrors()
  const stores: Stores = {
    connection: createConnection(),
    workspace: createWorkspace(),
    streams: createStreams({ now: () => 0, requestFrame: () => {}, isVisible: () => true }),
    outbox: createOutbox(),
    pendingReactions: createPendingReactions(messageErrors),
    messageErrors,
  }
  const sent: ClientFrame[] = []
  let options: FeedOptions | undefined
  const client = createClient(stores, (opened) => {
    options = opened
    return { send: (frame) => sent.push(frame) > 0, close: () => {} }
  })
  client.start('ws://localhost/feed', () => {})
  const receive = (...frames: ServerFrame[]) => frames.forEach((frame) => options?.onFrame(frame))
  const reject = () => options?.onRejected()
  return { client, stores, sent, receive, reject, connect: () => options?.onReady(), hello: () => options?.hello() }
}

test('two clients share nothing', () => {
  const first = startTestClient()
  const second = startTestClient()
  first.receive(welcome)
  first.client.watchRoute({ channel: 'C1' })
  first.client.sendMessage('C1', 'Hello')
  expect(first.stores.workspace.getState().channels).toHaveProperty('C1')
  expect(first.stores.outbox.store.getState()).toHaveLength(1)
  expect(first.sent.map(({ type }) => type)).toEqual(['open', 'send'])
  expect(second.stores.workspace.getState().ready).toBe(false)
  expect(second.stores.outbox.store.getState()).toEqual([])
  expect(second.sent).toEqual([])
})

test('a message leaves the outbox when its frame arrives, and is sent again over a new connection until then', () => {
  const { client, stores, sent, receive, connect } = startTestClient()
  receive(welcome)
  client.sendMessage('C1', 'Hello')
  connect()
  const [first, again] = sent
  expect(first).toMatchObject({ type: 'send', text: 'Hello' })
  expect(again).toEqual(first)
  const [{ id } = { id: '' }] = stores.outbox.store.getState()
  receive(messageFrame(11, createMessage('1.1', { client_msg_id: id })))
  expect(stores.outbox.store.getState()).toEqual([])
  expect(contentOf(stores.workspace.getState(), 'C1').messages).toHaveProperty('1.1')
})

test('[SES-11] what an earlier page left is sent with its id, and leaves the outbox when the server confirms it', () => {
  const { stores, sent, receive, connect } = startTestClient()
  stores.outbox.add({
    id: 'm1',
    channel: 'C1',
    text: 'Hello',
    sentAt: Date.now(),
    state: 'sending',
    restored: true,
  })
  receive(welcome)
  connect()
  expect(sent).toEqual([{ type: 'send', id: 'm1', channel: 'C1', text: 'Hello' }])
  receive({ type: 'done', id: 'm1', ts: '1.1' })
  expect(stores.outbox.store.getState()).toEqual([])
})

test('[WEB-1] what may have closed the connection is not sent again by itself, and what came before the next one is', () => {
  const { client, stores, sent, receive, connect, reject } = startTestClient()
  receive(welcome)
  client.sendMessage('C1', 'Hello')
  reject()
  expect(stores.outbox.store.getState()).toMatchObject([{ state: 'failed', reason: expect.stringContaining('accept') }])
  connect()
  expect(sent).toHaveLength(1)
  client.retryMessage(stores.outbox.store.getState()[0]?.id ?? '')
  expect(sent[1]).toEqual(sent[0])
})

test.each([
  ['characters', 'x'.repeat(40_001)],
  ['bytes', '漢'.repeat(22_000)],
])('[WEB-1] a message of too many %s is never sent', (_what, text) => {
  const { client, stores, sent, receive } = startTestClient()
  receive(welcome)
  client.sendMessage('C1', text)
  expect(stores.outbox.store.getState()).toMatchObject([{ state: 'failed', reason: 'It is too long.' }])
  expect(sent).toEqual([])
})

test.each([
  ['characters', 'x'.repeat(40_001), '40,001 characters; a message has at most 40,000.'],
  ['bytes', '漢'.repeat(22_000), '66,002 bytes; a message has at most 63,488.'],
])('[WEB-1] a change or a note of too many %s is refused, and never sent', async (_what, text, detail) => {
  const { client, sent, receive } = startTestClient()
  receive(welcome)
  const refused = { ok: false, detail }
  expect(await client.request({ type: 'edit', channel: 'C1', ts: '1.1', text }, 'done')).toEqual(refused)
  const from = { channel: 'C1', ts: '1.1' }
  expect(await client.request({ type: 'forward', channel: 'C1', from, text }, 'done')).toEqual(refused)
  expect(sent).toEqual([])
})

test('[WEB-1] a request that is too long as a whole is refused, and never sent', async () => {
  const { client, sent, receive } = startTestClient()
  receive(welcome)
  const result = await client.request({ type: 'picture', image: 'x'.repeat(66_000) }, 'saved')
  expect(result).toEqual({ ok: false, detail: 'It is too long.' })
  expect(sent).toEqual([])
})

test('a thread is not fetched again before it arrives, and a channel is watched until the page leaves it', () => {
  const { client, sent, receive, hello } = startTestClient()
  receive(welcome)
  client.watchRoute({ channel: 'C1', thread: '1.1' })
  client.loadThread('C1', '1.1')
  expect(sent.map(({ type }) => type)).toEqual(['open', 'thread'])
  receive(channelFrame([createMessage('1.1')]))
  expect(hello()).toMatchObject({ after: 10, watching: ['C1'] })
  client.watchRoute({})
  expect(sent.at(-1)).toEqual({ type: 'close', channel: 'C1' })
})

test('[ROM-14] a channel that the page comes across is fetched once, and asked for again over a new connection', async () => {
  const { client, stores, sent, receive, connect } = startTestClient()
  receive(welcome)
  for (const id of ['C1', 'C8', 'C9', 'C8']) client.askForChannel(id)
  await Promise.resolve()
  expect(sent).toEqual([{ type: 'channels', id: expect.any(String), channels: ['C8', 'C9'] }])
  connect()
  await Promise.resolve()
  expect(sent.slice(1)).toEqual([{ type: 'channels', id: expect.any(String), channels: ['C8', 'C9'] }])
  receive({ type: 'channels', id: 'x', channels: [{ ...general, id: 'C8', member: false }], unseen: ['C9'] })
  for (const id of ['C8', 'C9']) client.askForChannel(id)
  connect()
  await Promise.resolve()
  expect(sent).toHaveLength(2)
  expect(stores.workspace.getState()).toMatchObject({ channels: { C8: { id: 'C8' } }, unseen: { C9: true } })
})

test('[ROM-13] the first hello names the channel that the page shows', () => {
  const { client, hello, receive } = startTestClient()
  client.watchRoute({ channel: 'C7' })
  expect(hello()).toMatchObject({ watching: ['C7'] })
  receive(welcome)
  expect(hello()).toMatchObject({ after: 10, watching: [] })
})

test('[PLA-1] a channel that disappears is not asked for, and is shown when it appears again', () => {
  const { stores, receive } = startTestClient()
  receive(welcome, { type: 'channel_changed', seq: 11, id: 'C1', channel: null })
  expect(stores.workspace.getState()).toMatchObject({ channels: {}, unseen: { C1: true } })
  receive({ type: 'channel_changed', seq: 12, id: 'C1', channel: general })
  expect(stores.workspace.getState()).toMatchObject({ channels: { C1: general }, unseen: {} })
})

test.each([
  ['before it is closed', [{ member: false }, 'close']],
  ['after it was closed', ['close', { member: false }]],
] as const)('a channel that the person leaves %s is fetched anew as a whole', (_when, steps) => {
  const { client, stores, receive } = startTestClient()
  receive(welcome)
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage('1.1'), createMessage('2.1')]))
  for (const step of steps) {
    if (step === 'close') client.watchRoute({})
    else receive({ type: 'channel_changed', seq: 11, id: 'C1', channel: { ...general, ...step } })
  }
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage('2.1'), createMessage('3.1')], true))
  expect(loadedTs(stores.workspace.getState())).toEqual(['2.1', '3.1'])
})

test('a channel that the person is in keeps its older messages while it is closed', () => {
  const { client, stores, receive } = startTestClient()
  receive(welcome)
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage('1.1'), createMessage('2.1')]))
  client.watchRoute({})
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage('2.1'), createMessage('3.1')], true))
  expect(loadedTs(stores.workspace.getState())).toEqual(['1.1', '2.1', '3.1'])
})

test('[WEB-8] the message that the address names is loaded with what is around it, until the person goes elsewhere', () => {
  const { client, stores, sent, receive } = startTestClient()
  const timeline = () => contentOf(stores.workspace.getState(), 'C1').timeline
  receive(welcome)
  client.watchRoute({ channel: 'C1', message: '3.1' })
  expect(sent).toEqual([{ type: 'open', channel: 'C1' }])
  receive(channelFrame([createMessage('8.1')], true))
  expect(sent.slice(1)).toEqual([{ type: 'history', channel: 'C1', around: '3.1' }])
  const page = { type: 'history' as const, channel: 'C1', threads: [] }
  receive({ ...page, around: '3.1', messages: [createMessage('3.1')], older: '3.1', newer: '3.1' })
  client.loadMore({ channel: 'C1' }, 'older')
  client.loadMore({ channel: 'C1' }, 'newer')
  client.loadMore({ channel: 'C1' }, 'newer')
  expect(sent.slice(2)).toEqual([
    { type: 'history', channel: 'C1', before: '3.1' },
    { type: 'history', channel: 'C1', after: '3.1' },
  ])
  client.showNewest({ channel: 'C1' })
  expect(timeline()).toEqual({ oldest: '8.1' })
  receive({ ...page, before: '3.1', messages: [], older: '2.1' })
  client.loadMore({ channel: 'C1' }, 'newer')
  expect([timeline(), sent.length]).toEqual([{ oldest: '8.1' }, 4])
  client.watchRoute({ channel: 'C1', message: '2.1' })
  expect(sent.at(-1)).toEqual({ type: 'history', channel: 'C1', around: '2.1' })
  receive({ ...page, around: '2.1', messages: [createMessage('2.1')], older: '2.1', newer: '2.1' })
  client.watchRoute({ channel: 'C1', message: '8.1' })
  expect(timeline()).toEqual({ oldest: '8.1' })
})

test('[WEB-8] the reply that the address names is loaded with what is around it', () => {
  const { client, sent, receive } = startTestClient()
  receive(welcome)
  client.watchRoute({ channel: 'C1', thread: '1.1', message: '3.1' })
  receive(channelFrame([createMessage('8.1')], true))
  const reply = createMessage('7.1', { thread_ts: '1.1' })
  const page = { type: 'thread' as const, seq: 1, channel: 'C1', thread_ts: '1.1', statuses: [], threads: [] }
  receive({ ...page, messages: [createMessage('1.1'), reply], older: '7.1' })
  expect(sent.slice(1)).toEqual([
    { type: 'thread', channel: 'C1', thread_ts: '1.1' },
    { type: 'thread', channel: 'C1', thread_ts: '1.1', around: '3.1' },
  ])
})

test('[WEB-10] a channel opens at what was read last, with what is around it, and not after the person has gone on', () => {
  const { client, sent, receive, connect } = startTestClient()
  receive(welcome)
  client.openAt({ channel: 'C1' }, '3.1')
  client.watchRoute({ channel: 'C1' })
  expect(sent).toEqual([{ type: 'open', channel: 'C1' }])
  receive(channelFrame([createMessage('8.1')], true))
  const question = { type: 'history', channel: 'C1', around: '3.1' }
  expect(sent.slice(1)).toEqual([question])
  connect()
  expect(sent.slice(2)).toEqual([question])
  client.showNewest({ channel: 'C1' })
  connect()
  expect(sent).toHaveLength(3)
})

test('[WEB-10] a channel and a thread of it both open at what was read last', () => {
  const { client, sent, receive } = startTestClient()
  receive(welcome)
  client.openAt({ channel: 'C1' }, '3.1')
  client.openAt({ channel: 'C1', thread: '1.1' }, '5.1')
  client.watchRoute({ channel: 'C1', thread: '1.1' })
  receive(channelFrame([createMessage('8.1')], true))
  const page = { type: 'thread' as const, seq: 1, channel: 'C1', thread_ts: '1.1', statuses: [], threads: [] }
  receive({ ...page, messages: [createMessage('7.1', { thread_ts: '1.1' })], older: '7.1' })
  expect(sent.slice(2)).toEqual([
    { type: 'history', channel: 'C1', around: '3.1' },
    { type: 'thread', channel: 'C1', thread_ts: '1.1', around: '5.1' },
  ])
})

test('[R5] deltas leave the workspace as it is, and the page resumes after the newest', () => {
  const { stores, receive, hello } = startTestClient()
  receive(welcome)
  const before = stores.workspace.getState()
  const delta = (seq: number): ServerFrame => {
    return { type: 'delta', seq, channel: 'C1', thread_ts: '1.1', ts: '1.2', from: 1, to: 1, chunks: [] }
  }
  receive(delta(12), delta(11))
  expect(stores.workspace.getState()).toBe(before)
  expect(hello()).toMatchObject({ after: 12 })
  receive(welcome)
  expect(hello()).toMatchObject({ after: 10 })
})
