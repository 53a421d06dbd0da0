import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { actionsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'

/** A direct message with two roots: one has this many replies and then a stream, the other has one reply. */
async function createLongThread(replies: number) {
  const server = await startServer()
  const acts = actionsOn(server.store)
  const ana = await acts.findPerson('U0ANA')
  const speak = (words: string, threadTs?: string) =>
    server.store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: words, threadTs }))
  const said = await Promise.all(Array.from({ length: replies }, (_, i) => speak(`m${i}`, rootTs)))
  const ts = await acts.start(text('so far'))
  return { ...server, ...acts, said: said.toSorted(), ts, speak }
}

async function expectDeltasShown(viewer: TestViewer, ts: string, append: () => Promise<void>): Promise<void> {
  expect(viewer.messages.get(ts)?.stream).toMatchObject({ n: 1, reply: { parts: [{ text: 'so far' }] } })
  await append()
  await viewer.until(() => viewer.messages.get(ts)?.stream?.n === 2)
  expect(viewer.messages.get(ts)?.stream).toMatchObject({ reply: { parts: [{ text: 'so far, and on' }] } })
  expect(viewer.progress.refetches).toBe(0)
}

describe('a stream at the end of a long thread', () => {
  test('is sent to a viewer that opens the direct message; the oldest replies are only counted', async () => {
    const { url, said, ts, append, speak } = await createLongThread(60)
    const newer = await speak('Another')
    const ana = await connectViewer(url, 'U0ANA')
    const { messages } = await ana.open(dm.id)
    expect(messages.map((message) => message.ts)).toEqual([rootTs, ...said.slice(11), ts, newer])
    expect(messages[0]?.replies).toMatchObject({ count: 61, latest: ts })
    await expectDeltasShown(ana, ts, () => append(ts, text(', and on')))

    ana.send({ type: 'history', channel: dm.id, before: newer })
    const older = await ana.next((frame) => frame.type === 'history')
    expect(older).toMatchObject({ messages: { length: 51, 50: { ts } } })
    expect(older).not.toHaveProperty('older')
  })

  test('is seen in a thread of more than 1,000 replies, over the feed and the control API', async () => {
    const { url, request, said, ts, append } = await createLongThread(1001)
    const ana = await connectViewer(url, 'U0ANA')
    ana.send({ type: 'open', channel: dm.id })
    ana.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    const frame = await ana.next((one) => one.type === 'thread')
    expect(frame).toMatchObject({ older: said.at(-199) })
    expect(frame.type === 'thread' && frame.messages.map((message) => message.ts)).toEqual([
      rootTs,
      ...said.slice(-199),
      ts,
    ])
    expect(ana.messages.get(rootTs)?.replies).toMatchObject({ count: 1002 })
    await expectDeltasShown(ana, ts, () => append(ts, text(', and on')))

    const thread = `team=T0ACME&channel=${dm.id}&thread_ts=${rootTs}&viewer=U0ANA`
    const { body } = await request('GET', `/control/thread?${thread}`)
    expect(body).toMatchObject({ messages: { length: 1001, 1000: { ts, streaming_state: 'in_progress' } } })
    expect(body['messages']).toMatchObject([rootTs, ...said.slice(2), ts].map((one) => ({ ts: one })))
  })
})
