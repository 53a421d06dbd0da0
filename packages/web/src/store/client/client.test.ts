import type { ServerFrame } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { channelFrame, createMessage, general, messageFrame, welcome } from '#store/workspace/testing/frames.ts'
import { contentOf } from '#store/workspace/workspace.ts'
import { startTestClient } from './testing/testClient.ts'

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
  receive(welcome, channelFrame([]))
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

test('[PLA-1] a channel that disappears is not asked for, and is shown when it appears again', () => {
  const { stores, receive } = startTestClient()
  receive(welcome, { type: 'channel_changed', seq: 11, id: 'C1', channel: null })
  expect(stores.workspace.getState()).toMatchObject({ channels: {}, unseen: { C1: true } })
  receive({ type: 'channel_changed', seq: 12, id: 'C1', channel: general })
  expect(stores.workspace.getState()).toMatchObject({ channels: { C1: general }, unseen: {} })
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
