import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { FastPathServer } from '#http/wire/fastPathServer'
import { openConnection, readAnswers } from '#testing/server/rawCalls'

const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const head = (path: string, ...lines: string[]) => [`POST /${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n')
const post = (path: string, body: string) => head(path, `Content-Length: ${Buffer.byteLength(body)}`) + body
const chunked = (path: string, body: string) =>
  `${head(path, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

test('[NET-2] requests that come at once are begun one after the other, each when the last is answered', async () => {
  const { port, seen } = await startEcho()
  const socket = await openConnection(port)
  socket.write(Array.from({ length: 3000 }, (_, i) => get(`${i}`)).join(''))
  const answers = await readAnswers(socket, 3000)
  expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 3000 }, (_, i) => `/${i} `))
  expect(seen.mostAtOnce).toBe(1)
})

test('[NET-2] the next request is not begun before the client has taken the answer', async () => {
  const { port, seen } = await startEcho((res) => res.end('x'.repeat(1_000_000)))
  const socket = await openConnection(port)
  socket.pause().write(get('').repeat(200))
  await expect.poll(() => seen.begun).toBeGreaterThan(0)
  await sleep(200)
  expect(seen.begun).toBeLessThan(20)
  expect(await readAnswers(socket.resume(), 200)).toHaveLength(200)
})

test('bodies, whatever they contain, are read as Node reads them, in pieces cut anywhere', async () => {
  const { port, seen } = await startEcho()
  const bodies = ['', 'a', '\r\n\r\n', `${get('inside')}\n\r\n`, `${'line\r\n\r\n'.repeat(300)}end`, '\n'.repeat(3000)]
  const requests = bodies.flatMap((body, i) => [
    post(`p${i}`, body),
    chunked(`c${i}`, body || 'x'),
    get(`g${i}`),
    '\r\n',
  ])
  const bytes = requests.join('')
  const expected = bodies.flatMap((body, i) => [`/p${i} ${body}`, `/c${i} ${body || 'x'}`, `/g${i} `])
  for (const step of [bytes.length, 1, 2, 7, 64, 1000]) {
    const socket = await openConnection(port)
    const reading = readAnswers(socket, expected.length)
    // Bytes of their own only if they are written apart.
    const writesApart = step >= 64
    for (let at = 0; at < bytes.length; at += step) {
      socket.write(bytes.slice(at, at + step))
      if (writesApart) await new Promise(setImmediate)
    }
    expect((await reading).map(({ body }) => body)).toEqual(expected)
  }
  // A chunked body ends where only Node sees it.
  expect(seen.mostAtOnce).toBeLessThan(20)
})

test('[NET-6] an answer given before the body is whole leaves it two seconds, and then the connection ends', async () => {
  const { port } = await startEcho((res) => res.end('refused'), 'at once')
  const whole = await openConnection(port)
  whole.write(head('early', 'Content-Length: 4'))
  expect((await readAnswers(whole, 1))[0]?.body).toBe('refused')
  whole.write(`body${get('next')}`)
  expect((await readAnswers(whole, 1))[0]?.body).toBe('refused')

  const dribbling = await openConnection(port)
  dribbling.write(head('early', 'Content-Length: 1000'))
  await readAnswers(dribbling, 1)
  const timer = setInterval(() => dribbling.write('x'), 100)
  onTestFinished(() => clearInterval(timer))
  await new Promise((resolve) => dribbling.resume().on('close', resolve))
})

test('[NET-8] nothing is written behind an answer that has begun', async () => {
  const { port, node } = await startEcho(
    (res) => void res.writeHead(200, { 'content-length': 10 }).write('begin'),
    'at once',
  )
  node.on('clientError', (_error, socket) => {
    if (node.hasBegunAnswer(socket)) socket.destroy()
    else socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')
  })
  const socket = await openConnection(port)
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.write(head('broken', 'Transfer-Encoding: chunked'))
  await expect.poll(() => text).toMatch(/begin$/)
  socket.write('no number\r\n')
  await once(socket, 'close')
  expect(text).toMatch(/begin$/)
})

test('an upgrade gets what follows it, and what came before is answered', async () => {
  const { port, node } = await startEcho()
  const followed: Buffer[] = []
  node.on('upgrade', (_req, socket, first) => {
    followed.push(first)
    socket
      .on('data', (bytes: Buffer) => followed.push(bytes))
      .write('HTTP/1.1 101 Switching Protocols\r\ncontent-length: 0\r\n\r\n')
  })
  const socket = await openConnection(port)
  socket.write(`${get('one')}GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nafter\n\r\nwards`)
  expect((await readAnswers(socket, 1))[0]?.body).toBe('/one ')
  await expect.poll(() => Buffer.concat(followed).toString()).toBe('after\n\r\nwards')
})

/** Answers with the target and the body of each request, a moment after it has arrived whole. */
async function startEcho(answer?: (res: ServerResponse) => void, when: 'whole' | 'at once' = 'whole') {
  const seen = { begun: 0, now: 0, mostAtOnce: 0 }
  const node = new FastPathServer({ headersTimeout: 10_000, keepAliveTimeout: 65_000, unreadTimeout: 30_000 }, () => {})
  node.on('request', async (req: IncomingMessage, res: ServerResponse) => {
    seen.begun++
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.now)
    res.on('close', () => seen.now--)
    if (when === 'at once') return answer?.(res)
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    if (answer) return answer(res)
    const text = `${req.url} ${Buffer.concat(parts).toString()}`
    res.writeHead(200, { 'content-length': Buffer.byteLength(text) }).end(text)
  })
  await once(node.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    node.closeAllConnections()
    node.close()
  })
  return { port: (node.address() as AddressInfo).port, node, seen }
}
