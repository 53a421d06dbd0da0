import { createServer, type IncomingHttpHeaders } from 'node:http'
import { duplexPair } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFastPathCall } from './fastPathCall.ts'

const lines = [
  'POST /api/chat.appendStream HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/x-www-form-urlencoded',
  'Authorization: Bearer xoxb-1',
  'Content-Length: 4',
]
const body = 'a=é' // Four bytes.

function piece(head: readonly string[] = lines, rest: string = body): Buffer {
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(rest)])
}

describe('a fast path call', () => {
  test('is read with the headers that matter for the answer', () => {
    const call = parseFastPathCall(piece([...lines, 'X-Request-Id:  one\t', 'User-Agent: x', 'Connection: Keep-Alive']))
    expect(call).toMatchObject({ name: 'chat.appendStream', body: Buffer.from(body) })
    expect(call?.headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Bearer xoxb-1',
      'x-request-id': 'one',
    })
  })

  test('is whole, with nothing after it', () => {
    const whole = piece()
    for (let length = 0; length < whole.length; length++)
      expect(parseFastPathCall(whole.subarray(0, length))).toBeUndefined()
    expect(parseFastPathCall(Buffer.concat([whole, Buffer.from('P')]))).toBeUndefined()
    expect(parseFastPathCall(Buffer.concat([whole, whole]))).toBeUndefined()
    expect(parseFastPathCall(Buffer.concat([Buffer.from('\r\n'), whole]))).toBeUndefined()
  })

  const first = (line: string) => [line, ...lines.slice(1)]
  const without = (name: string) => lines.filter((line) => !line.startsWith(name))
  test.each<[what: string, head: string[]]>([
    ['GET', first('GET /api/chat.appendStream HTTP/1.1')],
    ['a small verb', first('post /api/chat.appendStream HTTP/1.1')],
    ['a page', first('POST /session/out HTTP/1.1')],
    ['an upload', first('POST /upload/v1/F1 HTTP/1.1')],
    ['a query', first('POST /api/api.test?a=1 HTTP/1.1')],
    ['an escape', first('POST /api/api%2etest HTTP/1.1')],
    ['a whole address', first('POST http://localhost/api/api.test HTTP/1.1')],
    ['HTTP/1.0', first('POST /api/api.test HTTP/1.0')],
    ['two spaces', first('POST  /api/api.test HTTP/1.1')],
    ['no host', without('Host')],
    ['an empty host', [...without('Host'), 'Host: ']],
    ['two hosts', [...lines, 'Host: other']],
    ['no length', without('Content-Length')],
    ['two lengths', [...lines, 'Content-Length: 4']],
    ['a list of lengths', [...without('Content-Length'), 'Content-Length: 4, 4']],
    ['a length with a sign', [...without('Content-Length'), 'Content-Length: +4']],
    ['a length in hexadecimal', [...without('Content-Length'), 'Content-Length: 0x4']],
    ['a shorter length', [...without('Content-Length'), 'Content-Length: 3']],
    ['a longer length', [...without('Content-Length'), 'Content-Length: 5']],
    ['chunks', [...lines, 'Transfer-Encoding: chunked']],
    ['a trailer', [...lines, 'Trailer: x']],
    ['an expectation', [...lines, 'Expect: 100-continue']],
    ['an upgrade', [...lines, 'Upgrade: websocket']],
    ['a connection to be closed', [...lines, 'Connection: close']],
    ['a connection with a list', [...lines, 'Connection: keep-alive, upgrade']],
    ['a connection by its old name', [...lines, 'Proxy-Connection: close']],
    ['a compressed body', [...lines, 'Content-Encoding: gzip']],
    ['two tokens', [...lines, 'Authorization: Bearer xoxb-2']],
    ['a name with a space before the colon', [...lines, 'X-Some : x']],
    ['a line without a colon', [...lines, 'X-Some']],
    ['a line without a name', [...lines, ': x']],
    ['a folded line', [...lines, 'X-Some: x', ' y']],
    ['a lone carriage return', [...lines, 'X-Some: x\ry']],
    ['a lone line feed', [...lines, 'X-Some: x\nContent-Length: 9']],
    ['a null byte', [...lines, 'X-Some: x\0y']],
    ['too much', [...lines, `X-Some: ${'x'.repeat(8192)}`]],
  ])('is none with %s', (_what, head) => {
    expect(parseFastPathCall(piece())).toBeDefined()
    expect(parseFastPathCall(piece(head))).toBeUndefined()
  })

  test('is read as Node reads it, whatever the bytes', async () => {
    const word = fc.oneof(
      fc.constantFrom('4', '5', '04', 'chunked', 'identity', 'keep-alive', 'close', 'x, y', '', ' ', 'é', '\t', '\0'),
      fc.string({ unit: 'binary-ascii', maxLength: 6 }),
    )
    const name = fc.oneof(
      fc.constantFrom(
        'Host',
        'content-length',
        'Content-Length ',
        'Transfer-Encoding',
        'Connection',
        'Proxy-Connection',
      ),
      fc.constantFrom('Authorization', 'Content-Type', 'Idempotency-Key', 'Expect', 'X y', 'X\u00e9', ''),
      fc.string({ unit: 'binary-ascii', maxLength: 4 }),
    )
    const colon = fc.constantFrom(':', ': ', ':  ', ' : ', '')
    const extra = fc.array(
      fc.tuple(name, colon, word).map((parts) => parts.join('')),
      { maxLength: 3 },
    )
    let read = 0
    await fc.assert(
      fc.asyncProperty(extra, fc.nat(lines.length), async (more, at) => {
        const bytes = piece(lines.toSpliced(Math.max(1, at), 0, ...more))
        const call = parseFastPathCall(bytes)
        if (!call) return
        read++
        const { path, headers, body: got } = await asNodeReads(bytes)
        expect(`/api/${call.name}`).toBe(path)
        for (const [name, value] of Object.entries(call.headers)) expect(headers[name]).toBe(value)
        expect(call.body.toString()).toBe(got)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})

interface AsNodeReads {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** The first request in these bytes, by node's own parser. */
function asNodeReads(bytes: Buffer): Promise<AsNodeReads> {
  const { promise, resolve, reject } = Promise.withResolvers<AsNodeReads>()
  const [client, socket] = duplexPair()
  const server = createServer((req) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => resolve({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(parts).toString() }))
  })
  server.on('clientError', reject)
  server.emit('connection', socket)
  client.end(bytes)
  return promise
}
