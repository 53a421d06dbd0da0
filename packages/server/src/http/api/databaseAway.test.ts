import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { appendStream } from '#methods/chat/appendStream'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { replies } from '#methods/conversations/replies'
import { openPostgres } from '#store/postgres/open'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { postgres } from '#testing/database/postgres'
import { createWorkspace } from '#testing/workspace/workspace'
import { testKeys } from '#testing/database/keys'

const inDm = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }
const away = {
  status: 503,
  body: { ok: false, error: 'service_unavailable', detail: expect.stringContaining('again') },
}

/** A stream on a server whose connections to PostgreSQL can be cut. */
async function openStream() {
  const proxy = await startPostgresProxy(postgres ?? '')
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const scene = await createWorkspace({ store: await openPostgres(proxy.url, { schema, keys: testKeys }) })
  const { ts } = await scene.call(startStream, { ...inDm, markdown_text: 'a' })
  const stream = { channel: inDm.channel, ts: ts ?? '' }
  return { ...scene, proxy, stream, said, unexpectedErrors }

  async function said() {
    return (await scene.readMessagesAs('ana', inDm.channel, inDm.thread_ts)).find((message) => message.ts === stream.ts)
  }
  /** The unexpected errors reported since the last call. */
  function unexpectedErrors() {
    return scene.state.unexpectedErrors.splice(0)
  }
}

describe.skipIf(!postgres)('[ENV-1] a call under which the connection to PostgreSQL breaks', () => {
  test.each([
    ['before anything is known of the token', 'from "tokens"'],
    ['while the stream is looked for', 'from "streams"'],
    ['when the delta is written', 'insert into log ('],
    ['when it is committed', 'commit'],
  ])('%s answers 503 and writes nothing, and the next call succeeds', async (_when, statement) => {
    const { proxy, post, stream, said, countRows, unexpectedErrors, store } = await openStream()
    const before = await countRows()
    store.db.cache.clear()
    proxy.hangUpBefore(statement)

    const answer = await post(appendStream, { ...stream, markdown_text: 'b' })

    expect(proxy.hasHungUp).toBe(true)
    expect(answer).toMatchObject(away)
    expect(unexpectedErrors()).toHaveLength(1)
    expect(await countRows()).toBe(before)
    expect(await post(appendStream, { ...stream, markdown_text: 'c' })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(await said()).toMatchObject({ markdown_text: 'ac' })
    expect(unexpectedErrors()).toEqual([])
  })

  test('after the commit answers 503 too; repeating its key shows that it succeeded', async () => {
    const { proxy, post, stream, said, unexpectedErrors } = await openStream()
    const last = { ...stream, markdown_text: 'z', client_msg_id: 'end' }
    proxy.hangUpAfter('commit')

    const answer = await post(stopStream, last)

    expect(answer).toMatchObject(away)
    // Nothing says that it can be sent again without harm.
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(unexpectedErrors()).toHaveLength(1)
    const again = await post(stopStream, last)
    expect(again).toMatchObject({ status: 200, body: { ok: true, message: { markdown_text: 'az' } } })
    expect(await said()).toMatchObject({ streaming_state: 'completed', markdown_text: 'az' })
  })

  test('of a reading method answers 503, and the next call succeeds', async () => {
    const { proxy, post, stream, unexpectedErrors } = await openStream()
    const read = { channel: stream.channel, ts: inDm.thread_ts }
    proxy.hangUpBefore('from "messages"')

    expect(await post(replies, read)).toMatchObject(away)

    expect(unexpectedErrors()).toHaveLength(1)
    expect(await post(replies, read)).toMatchObject({ status: 200, body: { ok: true, messages: [{}, { text: 'a' }] } })
  })
})
