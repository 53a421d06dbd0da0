import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import { startServer } from '#testing/server/server'
import { waitForArrival } from '#testing/server/waitForArrival'
import { stopClock } from '#testing/workspace/stopClock'

/** Sends calls over a socket that no client would make on purpose. The server answers each, writes nothing and goes on. */
describe('[ENV-8] a damaged call', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let before: number
  beforeAll(async () => {
    server = await startServer()
  })
  beforeEach(async () => {
    before = await rows()
  })
  afterEach(async () => {
    expect((await server.request('GET', '/api/api.test')).body).toMatchObject({ ok: true })
    expect(await rows()).toBe(before)
    expect(server.unexpectedErrors).toEqual([])
  })
  afterAll(() => server.end())

  const json = 'application/json; charset=utf-8'
  const valid = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }
  const say = (more: object = {}) => JSON.stringify({ ...valid, ...more })

  test.each([
    ['a body that is no JSON', json, 'channel=D0ANASCOUT', 'invalid_json'],
    ['a body that ends in the middle of JSON', json, say().slice(0, -1), 'invalid_json'],
    ['a body that is JSON and no object', json, '[1]', 'json_not_object'],
    [
      'a body nested 100,000 deep',
      json,
      `{"chunks":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'invalid_arguments',
    ],
    ['objects nested 100,000 deep', json, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'invalid_arguments'],
    ['a string that holds JSON nested 100,000 deep', json, say({ chunks: '['.repeat(100_000) }), 'invalid_chunks'],
    ['a body of 2 MiB', json, say({ markdown_text: 'x'.repeat(2 * 1024 * 1024) }), 'invalid_arguments'],
    [
      '1,001 arguments',
      'application/x-www-form-urlencoded',
      Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&'),
      'invalid_arguments',
    ],
    ['a charset that nobody reads', 'application/json; charset=utf-16', say(), 'invalid_charset'],
    ['a Content-Type that nobody reads', 'application/xml', '<a/>', 'invalid_post_type'],
    ['a malformed escape', 'application/x-www-form-urlencoded', 'channel=%zz', 'invalid_form_data'],
    ['a multipart body without a boundary', 'multipart/form-data', '--x', 'invalid_form_data'],
    ['bytes that are no UTF-8, in JSON', json, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'invalid_json'],
    ['an odd argument name', json, say({ 'a-b': 1 }), 'invalid_arg_name'],
    ['an argument name of 256 characters', json, say({ ['x'.repeat(256)]: 1 }), 'invalid_arg_name'],
    ['a name in brackets', 'application/x-www-form-urlencoded', 'chunks[]=1', 'invalid_array_arg'],
    ['a null byte in an id', json, say({ channel: 'D0\u0000' }), 'channel_not_found'],
  ])('%s answers its code', async (_what, type, body, error) => {
    const answer = await call(type, body)
    expect(answer).toMatchObject({ status: 200, body: { ok: false, error, detail: expect.stringMatching(/./) } })
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is an ordinary name', async (name) => {
    const hostile = `{"${name}":{"channel":"C0GENERAL","polluted":true},"channel":"C0NOPE","thread_ts":"1"}`
    expect((await call(json, hostile)).body).toMatchObject({ error: 'channel_not_found' })
    expect(
      (await call(json, `{"${name}":{"channel":"D0ANASCOUT","thread_ts":"1767225600.000100"}}`)).body,
    ).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] missing required field: channel', '[ERROR] missing required field: thread_ts'],
      },
    })
    expect({}).not.toHaveProperty('polluted')
  })

  test.each([
    ['a body that ends before its Content-Length', `content-length: 500\r\n\r\n${say()}`],
    ['a body that ends before its last chunk', `transfer-encoding: chunked\r\n\r\n5\r\n{"cha\r\n`],
    ['a body that never begins', 'content-length: 500\r\n\r\n'],
  ])('%s answers request_timeout, and the connection ends', async (_what, rest) => {
    const answer = parsed(await server.sendRaw(head(json) + rest, { endAfter: 20 }))
    expect(answer).toMatchObject({ status: 200, body: { ok: false, error: 'request_timeout' } })
    expect(answer.head).toMatch(/connection: close/i)
  })

  test.each([...methods.keys()])(
    '%s answers request_timeout to a body that is cut short, and writes nothing',
    async (name) => {
      const answer = parsed(await server.sendRaw(`${head(json, name)}content-length: 500\r\n\r\n{`, { endAfter: 0 }))
      expect(answer.body).toMatchObject({ error: 'request_timeout', detail: expect.stringContaining('1 bytes') })
    },
  )

  test('a body that ends at once with its first bytes answers request_timeout too', async () => {
    const answer = parsed(await server.sendRaw(`${head(json)}content-length: 500\r\n\r\n{`, { endAfter: 0 }))
    expect(answer).toMatchObject({ body: { error: 'request_timeout' } })
  })

  test('a body that never comes answers request_timeout after 10 s', async () => {
    const letPass = stopClock(['performance'])
    const answering = server.sendRaw(`${head(json)}content-length: 500\r\n\r\n{`)
    await waitForArrival()
    letPass(9999)
    expect(await Promise.race([answering, sleep(600, 'waits')])).toBe('waits')
    letPass(1)
    const answer = parsed(await answering)
    expect(answer).toMatchObject({
      status: 200,
      body: { error: 'request_timeout', detail: expect.stringContaining('10 s') },
    })
  })

  test('a body announced with 2 MiB is refused at once', async () => {
    const answer = parsed(await server.sendRaw(`${head(json)}content-length: 2097152\r\n\r\n`, { endAfter: 500 }))
    expect(answer).toMatchObject({ body: { error: 'invalid_arguments', detail: expect.stringContaining('1048576') } })
  })

  test('bytes that are not HTTP answer 400 without a body', async () => {
    expect(await server.sendRaw('EHLO localhost\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\nconnection: close/)
  })

  test('a page request that is cut off is closed', async () => {
    const answer = await server.sendRaw(
      'POST /session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
      { endAfter: 20 },
    )
    expect(answer).toMatch(/^HTTP\/1.1 400/)
  })

  function head(type: string, method = 'chat.startStream'): string {
    return `POST /api/${method} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer xoxb-acme-scout\r\ncontent-type: ${type}\r\n`
  }

  async function call(type: string, body: string | Buffer) {
    const bytes = Buffer.from(body)
    const start = Buffer.from(`${head(type)}connection: close\r\ncontent-length: ${bytes.length}\r\n\r\n`)
    return parsed(await server.sendRaw(Buffer.concat([start, bytes])))
  }

  async function rows(): Promise<number> {
    const { rows: log } = await server.store.db
      .selectFrom('log')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    const { rows: messages } = await server.store.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return log + messages
  }
})

function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return { head, status: Number(head.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> }
}
