import { expect, test } from 'vitest'
import {
  channelFrame,
  createMessage,
  general,
  loadedTs,
  messageFrame,
  welcome,
} from '#store/workspace/testing/frames.ts'
import { contentOf } from '#store/workspace/workspace.ts'
import { startTestClient } from './testing/testClient.ts'

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

test('[ROM-13] the first hello names the channel that the page shows', () => {
  const { client, hello, receive } = startTestClient()
  client.watchRoute({ channel: 'C7' })
  expect(hello()).toMatchObject({ watching: ['C7'] })
  receive(welcome)
  expect(hello()).toMatchObject({ after: 10, watching: [] })
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

test('what comes of a channel after the page has left it is set aside, and fetched anew where the person is not in it', () => {
  const { client, stores, receive } = startTestClient()
  const content = () => contentOf(stores.workspace.getState(), 'C1')
  receive({ ...welcome, channels: [{ ...general, member: false }] })
  client.watchRoute({ channel: 'C1', thread: '1.1' })
  client.watchRoute({})
  receive(channelFrame([createMessage('8.1')], true))
  expect(content().stale).toBe(true)
  const root = createMessage('1.1')
  receive({ type: 'thread', seq: 1, channel: 'C1', thread_ts: '1.1', messages: [root], statuses: [], threads: [] })
  receive({ type: 'history', channel: 'C1', around: '3.1', messages: [], older: '3.1', newer: '3.1', threads: [] })
  expect(content()).toMatchObject({ stale: true, timeline: { oldest: '8.1' } })
  expect(content().timeline.window).toBeUndefined()
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage('9.1')], true))
  expect(loadedTs(stores.workspace.getState())).toEqual(['9.1'])
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

test('of a channel that is not shown, the newest messages are kept, while it is closed and as it goes on', () => {
  const { client, stores, receive } = startTestClient()
  const tsOf = (i: number) => `${1000 + i}.1`
  const count = () => loadedTs(stores.workspace.getState()).length
  const timeline = () => contentOf(stores.workspace.getState(), 'C1').timeline
  const say = (from: number, to: number) => {
    for (let i = from; i < to; i++) receive(messageFrame(11 + i, createMessage(tsOf(i))))
  }
  receive(welcome)
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage(tsOf(0))]))
  say(1, 500)
  expect(count()).toBe(500)
  client.watchRoute({})
  expect([count(), timeline()]).toEqual([100, { oldest: tsOf(400) }])
  say(500, 2000)
  expect(count()).toBeLessThanOrEqual(300)
  client.watchRoute({ channel: 'C1' })
  receive(channelFrame([createMessage(tsOf(1999)), createMessage(tsOf(2000))], true))
  expect(timeline()).toEqual({ oldest: loadedTs(stores.workspace.getState())[0] })
  expect(stores.workspace.getState().channels['C1']?.latest).toBe(tsOf(1999))
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
