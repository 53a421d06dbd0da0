import { expect, onTestFinished, test } from 'vitest'
import { sweepExpired } from '#domain/sweep/expired'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { appendStream } from '#methods/chat/appendStream'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { create } from '#methods/conversations/create'
import { setTopic } from '#methods/conversations/setTopic'
import type { Method } from '#rpc/method'
import { openSqlite } from '#store/sqlite/open'
import { toForm } from '#testing/calls/apiClient'
import { tempDatabasePath, type OpenStore, onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'

const hours = 60 * 60_000
const root = '1767225600.000100'
const inDm = { channel: 'D0ANASCOUT', thread_ts: root }

interface With {
  key?: string
  token?: string
  form?: boolean
}

async function createScene(open: OpenStore) {
  const scene = await createWorkspace({ store: await open() })
  const { ts } = await scene.call(startStream, inDm)
  const stream = { channel: inDm.channel, ts: ts ?? '' }
  return { ...scene, stream, asked, textSoFar, answers }

  /** The bytes of an answer. */
  async function asked(
    method: Pick<Method, 'name'>,
    args: object,
    { key, token = 'xoxb-acme-scout', form }: With = {},
  ) {
    const response = await fetch(`${scene.url}/api/${method.name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: form ? toForm(args) : JSON.stringify(args),
    })
    return response.text()
  }
  async function textSoFar() {
    const messages = await scene.readMessagesAs('ana', inDm.channel, root)
    return messages.find((message) => message.ts === stream.ts)?.markdown_text
  }
  async function answers() {
    return (await scene.store.db.selectFrom('answers').select('key').execute()).length
  }
}

onBothDatabases('a call that is repeated', (open) => {
  test('[REP-1] with its `client_msg_id` appends once and gets the same bytes, as JSON or form', async () => {
    const { asked, stream, textSoFar } = await createScene(open)
    const args = { ...stream, markdown_text: 'a', client_msg_id: 'k1' }
    const first = await asked(appendStream, args)
    expect(JSON.parse(first)).toMatchObject({ ok: true })
    expect(await asked(appendStream, args)).toBe(first)
    expect(await asked(appendStream, args, { form: true })).toBe(first)
    expect(await asked(appendStream, args, { key: 'k1' })).toBe(first)
    await asked(appendStream, { ...args, client_msg_id: 'k2' })
    expect(await textSoFar()).toBe('aa')
  })

  test('[REP-1] takes effect once, however many come at once', async () => {
    const { asked, stream, textSoFar } = await createScene(open)
    const once = { ...stream, chunks: [{ type: 'markdown_text', text: 'a' }] }
    const answers = await Promise.all(Array.from({ length: 16 }, () => asked(appendStream, once, { key: 'k' })))
    expect(new Set(answers).size).toBe(1)
    expect(await textSoFar()).toBe('a')
  })

  test.each<[Pick<Method, 'name'>, object]>([
    [startStream, { ...inDm, markdown_text: 'a' }],
    [postMessage, { ...inDm, text: 'a' }],
    [setStatus, { channel_id: inDm.channel, thread_ts: root, status: 'reads' }],
    [create, { name: 'news', is_private: true }],
    [setTopic, { channel: 'C0GENERAL', topic: 'Hm' }],
  ])('[REP-1] works for every method that writes: $name', async (method, args) => {
    const { asked, countRows } = await createScene(open)
    const first = await asked(method, args, { key: 'k' })
    expect(JSON.parse(first)).toMatchObject({ ok: true })
    const before = await countRows()
    expect(await asked(method, args, { key: 'k' })).toBe(first)
    expect(await countRows()).toBe(before)
  })

  test('[REP-1, STR-6] ends a stream once, and gets the same answer again', async () => {
    const { asked, stream } = await createScene(open)
    const last = { ...stream, markdown_text: 'z', client_msg_id: 'end' }
    const first = await asked(stopStream, last)
    expect(JSON.parse(first)).toMatchObject({ ok: true, message: { streaming_state: 'completed' } })
    expect(await asked(stopStream, last)).toBe(first)
    expect(JSON.parse(await asked(stopStream, stream))).toMatchObject({ error: 'message_not_in_streaming_state' })
  })

  test('[REP-2, ORD] with other arguments is refused and changes nothing', async () => {
    const { asked, stream, countRows } = await createScene(open)
    await asked(appendStream, { ...stream, markdown_text: 'a' }, { key: 'k' })
    const before = await countRows()
    for (const other of [{ markdown_text: 'b' }, { markdown_text: 'a', channel: 'C0NOWHERE' }]) {
      expect(JSON.parse(await asked(appendStream, { ...stream, ...other }, { key: 'k' }))).toMatchObject({
        error: 'invalid_arguments',
        detail: expect.stringContaining('other arguments'),
      })
    }
    expect(await countRows()).toBe(before)
  })

  test('[REP-2] is a different call for another method, app or team', async () => {
    const { asked, stream } = await createScene(open)
    const first = await asked(appendStream, { ...stream, markdown_text: 'a' }, { key: 'k' })
    const other = (token: string) => asked(appendStream, { ...stream, markdown_text: 'b' }, { key: 'k', token })
    expect(JSON.parse(await asked(postMessage, { ...inDm, text: 'a' }, { key: 'k' }))).toMatchObject({ ok: true })
    expect(JSON.parse(await other('xoxb-acme-quiet'))).toMatchObject({ error: 'channel_not_found' })
    expect(JSON.parse(await other('xoxb-keys-scout'))).toMatchObject({ error: 'channel_not_found' })
    const ofSameApp = { key: 'k', token: 'xoxb-acme-plain' }
    expect(await asked(appendStream, { ...stream, markdown_text: 'a' }, ofSameApp)).toBe(first)
  })

  test('[REP-3] runs again if the first was refused', async () => {
    const { asked, stream, answers } = await createScene(open)
    const args = { channel: stream.channel, ts: '1767225600.999999', markdown_text: 'a' }
    expect(JSON.parse(await asked(appendStream, args, { key: 'k' }))).toMatchObject({ error: 'message_not_found' })
    expect(await answers()).toBe(0)
    expect(JSON.parse(await asked(appendStream, { ...args, ...stream }, { key: 'k' }))).toMatchObject({ ok: true })
  })

  test('[REP-3] is remembered for 24 hours', async () => {
    stopClock()
    const { asked, stream, store, answers } = await createScene(open)
    const hello = { channel: stream.channel, text: 'a' }
    const first = await asked(postMessage, hello, { key: 'k' })
    store.db.clock.advance(24 * hours - 1)
    await sweepExpired(store)
    expect(await asked(postMessage, hello, { key: 'k' })).toBe(first)
    store.db.clock.advance(1)
    expect(await asked(postMessage, hello, { key: 'k' })).not.toBe(first)
    store.db.clock.advance(24 * hours)
    await sweepExpired(store)
    expect(await answers()).toBe(0)
  })

  test.each([[''], ['x'.repeat(256)]])('[REP-1] needs a key of 1 to 255 characters: %j', async (key) => {
    const { asked, stream, countRows } = await createScene(open)
    const before = await countRows()
    const refused = { error: 'invalid_arguments', detail: expect.stringContaining('255') }
    expect(JSON.parse(await asked(appendStream, { ...stream, markdown_text: 'a' }, { key }))).toMatchObject(refused)
    for (const id of ['x'.repeat(256), 7, {}])
      expect(JSON.parse(await asked(appendStream, { ...stream, markdown_text: 'a', client_msg_id: id }))).toMatchObject(
        refused,
      )
    expect(await countRows()).toBe(before)
  })
})

test('[REP-3] a call is remembered after a restart', async () => {
  const path = tempDatabasePath()
  const before = await createScene(() => openSqlite(path))
  const args = { ...before.stream, markdown_text: 'a', client_msg_id: 'k' }
  const first = await before.asked(appendStream, args)
  await before.close()
  const store = await openSqlite(path)
  onTestFinished(() => store.close().catch(() => {}))
  const after = await createWorkspace({ store })
  const { body } = await after.post(appendStream, args)
  expect(JSON.stringify(body)).toBe(first)
  const thread = await after.readMessagesAs('ana', inDm.channel, root)
  expect(thread.find(({ ts }) => ts === args.ts)?.markdown_text).toBe('a')
})
