import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'
import { callBytes, openConnection, readAnswers, sendPieces, sendPiecesOver } from '#testing/server/rawCalls'
import { waitForArrival } from '#testing/server/waitForArrival'
import { type Exchange, toAnswerHead } from './exchange.ts'
import { FastPathServer } from './fastPathServer.ts'

describe('a fast path call', () => {
  test('is answered as Node would answer it', async () => {
    const { port } = await createWorkspace()
    const [fast] = await sendPieces(port, [callBytes('api.test', 'a=1')])
    const [node] = await sendPieces(port, [callBytes('api.test', 'a=1', ['Connection: close'])])

    expect(fast?.by).toBe('fast path')
    expect(node?.by).toBe('node')
    const { connection, 'keep-alive': keepAlive, date, 'x-request-id': id, ...rest } = fast?.headers ?? {}
    expect({ connection, keepAlive }).toEqual({ connection: 'keep-alive', keepAlive: 'timeout=65' })
    expect(id).toMatch(/^[\w-]{8,64}$/)
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(5000)
    expect(date).toBe(new Date(date ?? '').toUTCString())
    const { connection: closed, date: _, 'x-request-id': __, ...restOfNode } = node?.headers ?? {}
    expect(closed).toBe('close')
    expect(rest).toEqual(restOfNode)
    expect(fast?.body).toBe(node?.body)
  })

  test('may share a connection with other calls, cut into pieces anywhere', async () => {
    const { port } = await createWorkspace()
    const calls = [
      callBytes('api.test', 'word=one'),
      callBytes('api.test?word=two'),
      callBytes('api.test', 'word=three'),
    ]
    const bytes = Buffer.from(calls.join(''))
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const answers = await sendPieces(port, [bytes.subarray(0, cut), bytes.subarray(cut)], 3)
      expect(answers.map(({ body }) => JSON.parse(body).args.word)).toEqual(['one', 'two', 'three'])
    }
  })

  test('may follow another; after any other call Node keeps the connection', async () => {
    const { port } = await createWorkspace()
    const socket = await openConnection(port)
    const by: (string | undefined)[] = []
    for (const next of [
      callBytes('api.test', 'a=1'),
      callBytes('api.test', 'a=2'),
      callBytes('api.test?a=3'),
      callBytes('api.test', 'a=4'),
    ])
      by.push((await sendPiecesOver(socket, [next], 1))[0]?.by)
    expect(by).toEqual(['fast path', 'fast path', 'node', 'node'])
  })

  test('is measured in bytes, and calls sent at once are answered in order', async () => {
    const { port } = await createWorkspace()
    const words = ['plain', 'é', '日本語', '🙂', 'last']
    const apart = await openConnection(port)
    for (const word of words) {
      const [answer] = await sendPiecesOver(apart, [callBytes('api.test', `word=${encodeURIComponent(word)}`)], 1)
      expect([answer?.by, JSON.parse(answer?.body ?? '').args.word]).toEqual(['fast path', word])
    }
    const answers = await sendPieces(
      port,
      [words.map((word) => callBytes('api.test', `word=${word}`)).join('')],
      words.length,
    )
    expect(answers.map(({ body }) => JSON.parse(body).args.word)).toEqual(words)
  })

  test('is answered to a client that has half-closed the connection, which then ends', async () => {
    const { port, served } = await startFastPathServer(() => {})
    for (const wait of [0, 50]) {
      const socket = await openConnection(port)
      socket.end(callBytes('some', 'a=1'))
      await expect.poll(() => served.length).toBe(1)
      const exchange = served.shift()!
      await sleep(wait)
      exchange.answer(createAnswer('{"a":1}'))
      expect((await readAnswers(socket, 1))[0]?.body).toBe('{"a":1}')
      await once(socket.resume(), 'close')
    }
  })

  test('is never HTTP/1.0 or HEAD: Node answers those', async () => {
    const { port } = await createWorkspace()
    const [old] = await sendPieces(port, ['GET /api/api.test HTTP/1.0\r\n\r\n'])
    expect(old?.headers).toMatchObject({ connection: 'close', 'content-length': String(old?.body.length) })
    const [head] = await sendPieces(port, ['HEAD /api/api.test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'])
    expect(head?.body).toBe('')
    expect(Number(head?.headers['content-length'])).toBeGreaterThan(0)
  })
})

describe('a connection', () => {
  test('reads no further call before the client has read the last answer', async () => {
    const { port, served } = await startFastPathServer((exchange) =>
      exchange.answer(createAnswer('x'.repeat(1_000_000))),
    )
    const socket = await openConnection(port)
    socket.pause()
    for (let sent = 0; sent < 50; sent++) {
      socket.write(callBytes('some', 'a=1'))
      await sleep(2)
    }
    expect(served.length).toBeLessThan(20)
    const answers = await readAnswers(socket.resume(), 50)
    expect(answers).toHaveLength(50)
    expect(served).toHaveLength(50)
  })

  test('that is idle is closed, sooner before its first call than after', async () => {
    const timeouts = { headersTimeout: 60, keepAliveTimeout: 600, unreadTimeout: 30_000 }
    const { port } = await startFastPathServer((exchange) => exchange.answer(createAnswer('{}')), timeouts)
    const silent = await openConnection(port)
    const used = await openConnection(port)
    await sendPiecesOver(used, [callBytes('some', 'a=1')], 1)
    await once(silent.resume(), 'close')
    expect(used.destroyed).toBe(false)
    await once(used.resume(), 'close')
  })

  test.each(['the client half-closes it', 'the server closes'])(
    'with an unread answer ends once the answer is read, if meanwhile %s',
    async (meanwhile) => {
      const { port, node } = await startFastPathServer((exchange) =>
        exchange.answer(createAnswer('x'.repeat(8_000_000))),
      )
      const socket = await openConnection(port)
      socket.pause().write(callBytes('some', 'a=1'))
      await waitForArrival()
      if (meanwhile === 'the server closes') node.close()
      else socket.end()
      await waitForArrival()
      expect((await readAnswers(socket, 1))[0]?.body).toHaveLength(8_000_000)
      await once(socket.resume(), 'end')
      socket.end()
      await expect.poll(() => connectionsOf(node)).toBe(0)
    },
  )

  test.each(['fast path', 'node'])(
    '[NET-4] whose answer the client does not take is cut; one that takes it slowly is not (%s)',
    async (by) => {
      const timeouts = { headersTimeout: 10_000, keepAliveTimeout: 65_000, unreadTimeout: 700 }
      const { port, node } = await startFastPathServer(
        (exchange) => exchange.answer(createAnswer('x'.repeat(10_000_000))),
        timeouts,
      )
      node.removeAllListeners('request')
      node.on('request', (_req, res) => void res.end('x'.repeat(10_000_000)))
      const [unread, slow] = [await openConnection(port), await openConnection(port)]
      for (const socket of [unread, slow])
        socket.pause().write(by === 'node' ? 'GET / HTTP/1.1\r\nHost: x\r\n\r\n' : callBytes('some', 'a=1'))
      let taken = 0
      const reading = setInterval(() => {
        for (let i = 0; i < 8; i++) taken += slow.read()?.length ?? 0
      }, 10)
      onTestFinished(() => clearInterval(reading))
      await expect.poll(() => connectionsOf(node)).toBe(1)
      await expect.poll(() => taken).toBeGreaterThan(10_000_000)
      expect(slow.destroyed).toBe(false)
    },
  )

  test('that is reset while a call is served causes no error', async () => {
    const { port, served, node } = await startFastPathServer(() => {})
    const socket = await openConnection(port)
    socket.write(callBytes('some', 'a=1'))
    await expect.poll(() => served.length).toBe(1)
    socket.resetAndDestroy()
    await expect.poll(() => connectionsOf(node)).toBe(0)
    served[0]?.answer(createAnswer('{}'))
    served[0]?.answer(createAnswer('{}'))
  })

  test('is closed by closeIdleConnections only if it is idle, and by closeAllConnections even if it serves a call', async () => {
    const { port, served, node } = await startFastPathServer(() => {})
    const [idle, busy] = [await openConnection(port), await openConnection(port)]
    busy.write(callBytes('some', 'a=1'))
    await expect.poll(() => served.length).toBe(1)
    node.closeIdleConnections()
    await once(idle.resume(), 'close')
    served[0]?.answer(createAnswer('{"a":1}'))
    expect((await readAnswers(busy, 1))[0]?.body).toBe('{"a":1}')
    busy.write(callBytes('some', 'a=2'))
    await expect.poll(() => served.length).toBe(2)
    node.closeAllConnections()
    await once(busy.resume(), 'close')
  })

  test('carries Retry-After, and `connection: close` on its last answer', async () => {
    const { port } = await startFastPathServer((exchange) =>
      exchange.answer({ ...createAnswer('{}'), status: 429, retryAfter: 3, close: true }),
    )
    const [answer] = await sendPieces(port, [callBytes('some', 'a=1')])
    expect(answer).toMatchObject({ status: 429, by: 'fast path', headers: { 'retry-after': '3', connection: 'close' } })
  })
})

test('a header with a line break is refused when its lines are made', () => {
  expect(toAnswerHead([['x-scopes', 'chat:write']]).lines).toBe('x-scopes: chat:write\r\n')
  expect(() => toAnswerHead([['x-scopes', 'chat:write\r\nset-cookie: a=b']])).toThrow(/Invalid character/)
})

const head = toAnswerHead([['x-always', 'yes']])

function createAnswer(body: string) {
  return { status: 200, head, requestId: 'one', retryAfter: undefined, body, close: false }
}

/** Starts a server that serves fast path calls with `serve`. `served` has the exchange of each. */
async function startFastPathServer(
  serve: (exchange: Exchange) => void,
  timeouts = { headersTimeout: 10_000, keepAliveTimeout: 65_000, unreadTimeout: 30_000 },
) {
  const served: Exchange[] = []
  const node = new FastPathServer(timeouts, (exchange) => {
    served.push(exchange)
    serve(exchange)
  })
  node.on('request', (_req: IncomingMessage, res: ServerResponse) => void res.writeHead(404).end())
  await once(node.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    node.closeAllConnections()
    node.close()
  })
  return { port: (node.address() as AddressInfo).port, served, node }
}

function connectionsOf(server: FastPathServer): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
