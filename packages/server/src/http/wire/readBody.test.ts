import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClock } from '#testing/workspace/stopClock'
import { BodyReader } from './readBody.ts'
import { DecodeError } from '#http/api/decode/decodeError'

describe('[ENV-8] the body of a call', () => {
  let server: Server
  let outcome: PromiseWithResolvers<Buffer>
  const bodies = new BodyReader()
  afterAll(() => bodies.stop())
  beforeEach(async () => {
    outcome = Promise.withResolvers()
    outcome.promise.catch(() => {})
    server = createServer((req, res) => {
      bodies
        .read(req, { maxBytes: 1000, timeoutMs: 100 })
        .then(outcome.resolve, outcome.reject)
        .finally(() => res.setHeader('Connection', 'close').end('answered'))
    })
    // Without this listener, Node itself would answer 400 to a client that stops too early.
    server.on('clientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  test.each([
    ['with a length', 'Content-Length: 5\r\n\r\nhello', 'hello'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n', 'hello'],
    ['of length 0', 'Content-Length: 0\r\n\r\n', ''],
    ['that is not there', '\r\n', ''],
  ])('%s is read whole', async (_, rest, body) => {
    send(rest)
    expect((await outcome.promise).toString()).toBe(body)
  })

  test('is read whole when it comes in pieces', async () => {
    stopClock(['performance'])
    const socket = send('Content-Length: 5\r\n\r\nhe')
    setTimeout(() => socket.write('llo'), 20)
    expect((await outcome.promise).toString()).toBe('hello')
  })

  test.each([
    ['that announces too much', 'Content-Length: 1001\r\n\r\n', 'invalid_arguments', '1000 bytes'],
    [
      'that becomes too much',
      `Transfer-Encoding: chunked\r\n\r\n3E9\r\n${'a'.repeat(1001)}`,
      'invalid_arguments',
      '1000 bytes',
    ],
    ['that stays away', 'Content-Length: 5\r\n\r\nhe', 'request_timeout', 'within 0.1 s'],
    [
      'that is compressed',
      'Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello',
      'invalid_post_type',
      'uncompressed',
    ],
  ])('%s is refused with an answer', async (_, rest, error, words) => {
    const socket = send(rest)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('answered')
    expect(await refusal()).toMatchObject({
      isBodyUnread: true,
      fault: { error, detail: expect.stringContaining(words) },
    })
  })

  test.each([
    ['before its length', 'Content-Length: 5\r\n\r\nhe', 'after 2 bytes of the 5'],
    ['before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n', 'before its last chunk'],
  ])('that ends %s is cut short, with an answer', async (_, rest, words) => {
    stopClock(['performance'])
    const socket = send(rest)
    setTimeout(() => socket.end(), 10)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('answered')
    expect(await refusal()).toMatchObject({
      fault: { error: 'request_timeout', detail: expect.stringContaining(words) },
    })
  })

  test('whose client is gone is cut short', async () => {
    stopClock(['performance'])
    const socket = send('Content-Length: 5\r\n\r\nhe')
    setTimeout(() => socket.resetAndDestroy(), 10)
    expect(await refusal()).toMatchObject({ fault: { error: 'request_timeout' } })
  })

  function send(rest: string) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST /api/api.test HTTP/1.1\r\nHost: localhost\r\n${rest}`)
    return socket
  }

  async function refusal(): Promise<DecodeError> {
    const error = await outcome.promise.catch((reason: unknown) => reason)
    if (error instanceof DecodeError) return error
    throw new Error(`not refused: ${String(error)}`)
  }
})
