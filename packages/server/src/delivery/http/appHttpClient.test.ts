import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import { createServer as createTcp } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBareServer, readBody, listenOnLoopback } from '#testing/server/bareServers'
import { Clock } from '#store/clock'
import { stopClock } from '#testing/workspace/stopClock'
import { AppHttpClient } from './appHttpClient.ts'
import { retryHeaders } from './eventRequests.ts'

const clock = new Clock()
const local = new AppHttpClient(clock, ['loopback'])
const secret = 'shh'

function post(url: string, client = local, body = '{"type":"event_callback"}') {
  return client.post({ url, secret, contentType: 'application/json', body, headers: { 'x-slack-retry-num': '1' } })
}

test('[EVT-8] the names of the headers are written as the public service does, since gateways keep the case', async () => {
  const names: string[] = []
  const url = await startBareServer((request, response) => {
    names.push(...request.rawHeaders.filter((_, index) => index % 2 === 0))
    response.end()
  })
  const headers = retryHeaders({ attempt: 1, reason: 'http_timeout' })
  await local.post({ url, secret, contentType: 'application/json', body: '{}', headers })
  const titled = ['Content-Type', 'User-Agent', 'X-Slack-Signature', 'X-Slack-Request-Timestamp']
  expect(names).toEqual(expect.arrayContaining([...titled, 'X-Slack-Retry-Num', 'X-Slack-Retry-Reason']))
})

/** A server, and the response to its first request once that has arrived. */
async function startBareServerAndWait(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>()
  const url = await startBareServer((request, response) => {
    listener(request, response)
    resolve(response)
  })
  return { url, arrived }
}

test('[EVT-8] a request is a signed POST with exactly the given content type', async () => {
  const seen: { request: IncomingMessage; body: string }[] = []
  const url = await startBareServer((request, response) => {
    void readBody(request).then((body) => {
      seen.push({ request, body })
      response.end('fine')
    })
  })
  const before = Math.floor(Date.now() / 1000)
  const reply = await post(`${url}/slack/events?x=1`, local, 'payload=%7B%7D')
  expect(reply).toMatchObject({ failure: undefined, status: 200, body: 'fine', isTruncated: false })
  const [{ request, body } = expect.fail()] = seen
  expect([request.method, request.url, body]).toEqual(['POST', '/slack/events?x=1', 'payload=%7B%7D'])
  expect(request.headers).toMatchObject({
    host: new URL(url).host,
    'content-type': 'application/json',
    'x-slack-retry-num': '1',
  })
  const time = String(request.headers['x-slack-request-timestamp'])
  expect(Number(time)).toBeGreaterThanOrEqual(before)
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  expect(request.headers['x-slack-signature']).toBe(`v0=${digest}`)
})

describe('[EVT-8] an answer', () => {
  test.each([
    [200, undefined],
    [204, undefined],
    [400, 'http_error'],
    [404, 'http_error'],
    [410, 'http_error'],
    [500, 'http_error'],
  ])('of %i is %s', async (status, failure) => {
    const url = await startBareServer((_, response) => response.writeHead(status, { 'x-slack-no-retry': '1' }).end())
    expect(await post(url)).toMatchObject({ failure, status, headers: { 'x-slack-no-retry': '1' } })
  })

  test('is read up to 64 KiB, however long it is', async () => {
    const url = await startBareServer((_, response) => {
      const more = () => void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(more)))
      more()
    })
    const reply = await post(url)
    expect([reply.failure, reply.body.length, reply.isTruncated]).toEqual([undefined, 65_536, true])
  })

  test.each([
    ['that never comes', () => {}],
    ['whose body never ends', (_: unknown, response: { write: (text: string) => unknown }) => response.write('{')],
  ])('%s is http_timeout after 3 seconds', async (_, listener) => {
    const letPass = stopClock()
    const { url, arrived } = await startBareServerAndWait(listener)
    const reply = post(url)
    await arrived
    letPass(2999)
    expect(await Promise.race([reply, sleep(100, 'waits')])).toBe('waits')
    letPass(1)
    expect(await reply).toMatchObject({ failure: 'http_timeout', status: undefined })
  })

  test('that takes 2.9 seconds is in time', async () => {
    const letPass = stopClock()
    const { url, arrived } = await startBareServerAndWait(() => {})
    const reply = post(url)
    const response = await arrived
    letPass(2900)
    await sleep(100)
    response.end()
    expect(await reply).toMatchObject({ failure: undefined, status: 200 })
  })

  test("is waited for by the server's clock", async () => {
    stopClock()
    const url = await startBareServer(() => clock.advance(3000))
    expect(await post(url)).toMatchObject({ failure: 'http_timeout' })
  })

  test('that is not HTTP is http_error', async () => {
    const url = await listenOnLoopback(createTcp((socket) => socket.end('Hello\r\n\r\n')))
    expect(await post(url)).toMatchObject({ failure: 'http_error' })
  })

  test('that breaks off is connection_failed', async () => {
    const url = await startBareServer((request) => request.socket.destroy())
    expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
  })

  test('that never comes because nobody listens is connection_failed', async () => {
    const server = createServer()
    const url = await listenOnLoopback(server)
    server.close()
    await once(server, 'close')
    expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
  })

  test('with an invalid certificate is ssl_error', async () => {
    const url = await listenOnLoopback(createTls((_, response) => response.end()))
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ failure: 'ssl_error' })
  })

  test('without TLS on an https address is ssl_error', async () => {
    const url = await startBareServer((_, response) => response.end())
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ failure: 'ssl_error' })
  })
})

describe('[EVT-8] redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed with the same request', async (status) => {
    const seen: string[] = []
    const url = await startBareServer((request, response) => {
      void readBody(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${body}`)
        if (request.url === '/2') response.end('there')
        else response.writeHead(status, { location: request.url === '/' ? '/1' : '/2' }).end()
      })
    })
    expect(await post(url, local, '{}')).toMatchObject({ failure: undefined, body: 'there' })
    expect(seen).toEqual(['POST / {}', 'POST /1 {}', 'POST /2 {}'])
  })

  test('in circles end after two', async () => {
    let asked = 0
    const url = await startBareServer((_, response) => {
      asked++
      response.writeHead(302, { location: '/' }).end()
    })
    expect(await post(url)).toMatchObject({ failure: 'too_many_redirects' })
    expect(asked).toBe(3)
  })

  test('each address is checked', async () => {
    const url = await startBareServer((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    )
    expect(await post(url)).toMatchObject({
      failure: 'connection_failed',
      detail: expect.stringContaining('169.254.169.254'),
    })
  })

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://', 'javascript:alert(1)'])(
    'to %s go nowhere',
    async (location) => {
      const url = await startBareServer((_, response) => response.writeHead(302, { location }).end())
      expect(await post(url)).toMatchObject({ failure: 'connection_failed' })
    },
  )
})
