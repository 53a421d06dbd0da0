import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aWorkspace } from '#testing/workspace/workspace'
import { type Exchange, headOf } from './exchange.ts'
import { UsualServer } from './fastPathServer.ts'

describe('a usual call', () => {
  test('is answered as node would', async () => {
    const { port } = await aWorkspace()
    const [own] = await ask(port, [call('api.test', 'a=1')])
    const [nodes] = await ask(port, [call('api.test', 'a=1', ['Connection: close'])])

    expect(own?.by).toBe('itself')
    expect(nodes?.by).toBe('node')
    const { connection, 'keep-alive': kept, date, 'x-request-id': id, ...rest } = own?.headers ?? {}
    expect({ connection, kept }).toEqual({ connection: 'keep-alive', kept: 'timeout=65' })
    expect(id).toMatch(/^[\w-]{8,64}$/)
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(5000)
    expect(date).toBe(new Date(date ?? '').toUTCString())
    const { connection: closed, date: _, 'x-request-id': __, ...restOfNodes } = nodes?.headers ?? {}
    expect(closed).toBe('close')
    expect(rest).toEqual(restOfNodes)
    expect(own?.body).toBe(nodes?.body)
  })

  test('and any other may share a connection, in pieces of any size', async () => {
    const { port } = await aWorkspace()
    const calls = [call('api.test', 'word=one'), call('api.test?word=two'), call('api.test', 'word=three')]
    const bytes = Buffer.from(calls.join(''))
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const answers = await ask(port, [bytes.subarray(0, cut), bytes.subarray(cut)], 3)
      expect(answers.map(({ body }) => JSON.parse(body).args.word)).toEqual(['one', 'two', 'three'])
    }
  })

  test('is taken again and again, until there is another; from there on node has the connection', async () => {
    const { port } = await aWorkspace()
    const socket = await connected(port)
    const by: (string | undefined)[] = []
    for (const next of [
      call('api.test', 'a=1'),
      call('api.test', 'a=2'),
      call('api.test?a=3'),
      call('api.test', 'a=4'),
    ])
      by.push((await askOn(socket, [next], 1))[0]?.by)
    expect(by).toEqual(['itself', 'itself', 'node', 'node'])
  })

  test('counts bytes, not letters, and those that are sent at once are answered in their order', async () => {
    const { port } = await aWorkspace()
    const words = ['plain', 'é', '日本語', '🙂', 'last']
    const apart = await connected(port)
    for (const word of words) {
      const [answer] = await askOn(apart, [call('api.test', `word=${encodeURIComponent(word)}`)], 1)
      expect([answer?.by, JSON.parse(answer?.body ?? '').args.word]).toEqual(['itself', word])
    }
    const answers = await ask(port, [words.map((word) => call('api.test', `word=${word}`)).join('')], words.length)
    expect(answers.map(({ body }) => JSON.parse(body).args.word)).toEqual(words)
  })

  test('is answered to a client that says no more, before it is served or after; the connection ends then', async () => {
    const { port, served } = await aServer(() => {})
    for (const wait of [0, 50]) {
      const socket = await connected(port)
      socket.end(call('some', 'a=1'))
      const exchange = await vi.waitUntil(() => served.shift())
      await sleep(wait)
      exchange.answer(anAnswer('{"a":1}'))
      expect((await read(socket, 1))[0]?.body).toBe('{"a":1}')
      await once(socket.resume(), 'close')
    }
  })

  test('of HTTP/1.0, and one for the headers alone, are left to node', async () => {
    const { port } = await aWorkspace()
    const [old] = await ask(port, ['GET /api/api.test HTTP/1.0\r\n\r\n'])
    expect(old?.headers).toMatchObject({ connection: 'close', 'content-length': String(old?.body.length) })
    const [head] = await ask(port, ['HEAD /api/api.test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'])
    expect(head?.body).toBe('')
    expect(Number(head?.headers['content-length'])).toBeGreaterThan(0)
  })
})

describe('a connection', () => {
  test('takes no further call before its client has read the answer to the last', async () => {
    const { port, served } = await aServer((exchange) => exchange.answer(anAnswer('x'.repeat(1_000_000))))
    const socket = await connected(port)
    socket.pause()
    for (let sent = 0; sent < 50; sent++) {
      socket.write(call('some', 'a=1'))
      await sleep(2)
    }
    const held = served.length
    expect(held).toBeLessThan(20)
    const answers = await read(socket.resume(), 50)
    expect(answers).toHaveLength(50)
    expect(served).toHaveLength(50)
  })

  test('that is silent is closed: at first soon, later when nothing was asked for long', async () => {
    const patience = { headersTimeout: 60, keepAliveTimeout: 600 }
    const { port } = await aServer((exchange) => exchange.answer(anAnswer('{}')), patience)
    const silent = await connected(port)
    const used = await connected(port)
    await askOn(used, [call('some', 'a=1')], 1)
    await once(silent.resume(), 'close')
    expect(used.destroyed).toBe(false)
    await once(used.resume(), 'close')
  })

  test.each(['its client says no more', 'the server closes'])(
    'whose answer waits for its reader ends when that is read, if meanwhile %s',
    async (meanwhile) => {
      const { port, node } = await aServer((exchange) => exchange.answer(anAnswer('x'.repeat(8_000_000))))
      const socket = await connected(port)
      socket.pause().write(call('some', 'a=1'))
      await sleep(100)
      if (meanwhile === 'the server closes') node.close()
      else socket.end()
      await sleep(100)
      expect((await read(socket, 1))[0]?.body).toHaveLength(8_000_000)
      await once(socket.resume(), 'end')
      socket.end()
      await expect.poll(() => connectionsOf(node)).toBe(0)
    },
  )

  test('that is reset while its call is served hurts nobody', async () => {
    const { port, served, node } = await aServer(() => {})
    const socket = await connected(port)
    socket.write(call('some', 'a=1'))
    await expect.poll(() => served.length).toBe(1)
    socket.resetAndDestroy()
    await expect.poll(() => connectionsOf(node)).toBe(0)
    served[0]?.answer(anAnswer('{}'))
    served[0]?.answer(anAnswer('{}'))
  })

  test('that is idle is closed when the server goes; one with a call is not, until all are', async () => {
    const { port, served, node } = await aServer(() => {})
    const [idle, busy] = [await connected(port), await connected(port)]
    busy.write(call('some', 'a=1'))
    await expect.poll(() => served.length).toBe(1)
    node.closeIdleConnections()
    await once(idle.resume(), 'close')
    served[0]?.answer(anAnswer('{"a":1}'))
    expect((await read(busy, 1))[0]?.body).toBe('{"a":1}')
    busy.write(call('some', 'a=2'))
    await expect.poll(() => served.length).toBe(2)
    node.closeAllConnections()
    await once(busy.resume(), 'close')
  })

  test('is told when to come again, and that it is the last time', async () => {
    const { port } = await aServer((exchange) =>
      exchange.answer({ ...anAnswer('{}'), status: 429, retryAfter: 3, close: true }),
    )
    const [answer] = await ask(port, [call('some', 'a=1')])
    expect(answer).toMatchObject({ status: 429, by: 'itself', headers: { 'retry-after': '3', connection: 'close' } })
  })
})

test('a header that would break out of its line is refused when its text is made', () => {
  expect(headOf([['x-scopes', 'chat:write']]).text).toBe('x-scopes: chat:write\r\n')
  expect(() => headOf([['x-scopes', 'chat:write\r\nset-cookie: a=b']])).toThrow(/Invalid character/)
})

const head = headOf([['x-always', 'yes']])

function anAnswer(body: string) {
  return { status: 200, head, requestId: 'one', retryAfter: undefined, body, close: false }
}

/** A server whose usual calls are served so; `served` has one exchange for each of them. */
async function aServer(
  serve: (exchange: Exchange) => void,
  patience = { headersTimeout: 10_000, keepAliveTimeout: 65_000 },
) {
  const served: Exchange[] = []
  const node = new UsualServer(patience, (exchange) => {
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

function connectionsOf(server: UsualServer): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

interface Answered {
  status: number
  by: 'itself' | 'node'
  /** By their names in small letters. */
  headers: Record<string, string>
  body: string
}

/** A usual call where there is a body; else one with GET. */
function call(path: string, body?: string, headers: string[] = []): string {
  const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${Buffer.byteLength(body ?? '')}`]
  const about = ['Host: localhost', ...headers, ...(body === undefined ? [] : form)]
  return [`${body === undefined ? 'GET' : 'POST'} /api/${path} HTTP/1.1`, ...about, '', body ?? ''].join('\r\n')
}

async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends the pieces on a connection of its own, each when the last has left, and reads so many answers. */
async function ask(port: number, pieces: (string | Buffer)[], count = pieces.length): Promise<Answered[]> {
  const socket = await connected(port)
  const answers = await askOn(socket, pieces, count)
  socket.destroy()
  return answers
}

async function askOn(socket: Socket, pieces: (string | Buffer)[], count: number): Promise<Answered[]> {
  const answers = read(socket, count, pieces[0]?.toString().startsWith('HEAD'))
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await sleep(1)
    socket.write(piece)
  }
  return answers
}

/** Reads answers by their lengths. */
async function read(socket: Socket, count: number, headsAlone = false): Promise<Answered[]> {
  const answers: Answered[] = []
  const parts: Buffer[] = []
  let bytes = Buffer.alloc(0)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const take = (part: Buffer) => {
    parts.push(part)
    const length = parts.reduce((sum, { length }) => sum + length, 0)
    if (length < needed) return
    bytes = Buffer.concat(parts.splice(0))
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) break
      const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
      const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
      const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
      const size = headsAlone ? 0 : Number(headers['content-length'])
      needed = end + 4 + size
      if (bytes.length < needed) break
      // Node writes these names with capitals.
      const by = pairs.some(([name]) => name === 'Date') ? 'node' : 'itself'
      answers.push({ status: Number(first.split(' ')[1]), by, headers, body: bytes.toString('utf8', end + 4, needed) })
      bytes = bytes.subarray(needed)
      needed = 0
    }
    parts.push(bytes)
    if (answers.length >= count) resolve()
  }
  let needed = 0
  const cut = () => reject(new Error(`closed after ${answers.length} answers of ${count}`))
  socket.on('data', take).on('close', cut).resume()
  await promise
  socket.off('data', take).off('close', cut).pause()
  return answers
}
