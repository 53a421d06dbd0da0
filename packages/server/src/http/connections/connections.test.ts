import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { Networks } from '#domain/access/networks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Exchange, toAnswerHead } from '#http/wire/exchange'
import { FastPathServer } from '#http/wire/fastPathServer'
import { callBytes, openConnection, readAnswers, sendPieces } from '#testing/server/rawCalls'
import { startServer } from '#testing/server/server'
import { Connections } from './connections.ts'
import { mostConnections } from './mostConnections.ts'
import { WaitingBytes } from './waitingBytes.ts'

describe('[NET-5] connections', () => {
  test('beyond the limit are closed at once, and counted; the others go on', async () => {
    const connections = new Connections({ all: 3, perAddress: 3, isExempt: () => false })
    const exchanges: Exchange[] = []
    const timeouts = { headersTimeout: 10_000, keepAliveTimeout: 65_000, unreadTimeout: 30_000 }
    const node = new FastPathServer(timeouts, (exchange) => exchanges.push(exchange), connections)
    await once(node.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void node.close())
    const { port } = node.address() as AddressInfo
    const busy = await Promise.all([1, 2, 3].map(() => openConnection(port)))
    for (const socket of busy) socket.write(callBytes('some', 'a=1'))
    await expect.poll(() => exchanges.length).toBe(3)
    const refused = connect(port, '127.0.0.1')
    refused.on('error', () => {}).resume()
    await new Promise((resolve) => refused.on('close', resolve))
    expect([connections.count, connections.refused]).toEqual([3, { all: 0, address: 1 }])
    const head = toAnswerHead([])
    for (const exchange of exchanges)
      exchange.answer({ status: 200, head, requestId: '1', retryAfter: undefined, body: '{}', close: true })
    for (const socket of busy) expect((await readAnswers(socket, 1))[0]?.status).toBe(200)
    await expect.poll(() => connections.count).toBe(0)
  })

  test('are in the metrics, with the file descriptors', async () => {
    const { text } = await (await startServer()).request('GET', '/metrics')
    expect(text).toContain('rivulet_connections_refused_total{limit="all"} 0')
    expect(text).toMatch(/^rivulet_connections 1$/m)
    expect(text).toMatch(/^process_open_fds \d+$/m)
  })

  test('that are idle make room for new ones, those read by Node too', async () => {
    const server = await startServer({ settings: { max_connections: 3 } })
    const port = Number(new URL(server.url).port)
    const idle: Socket[] = []
    for (const bytes of [callBytes('api.test', 'a=1'), callBytes('api.test?a=1'), callBytes('api.test', 'a=1')]) {
      const socket = await openConnection(port)
      socket.write(bytes)
      await readAnswers(socket, 1)
      idle.push(socket)
    }
    for (const [i, socket] of idle.entries()) {
      const closed = once(socket.resume(), 'close')
      expect([i, (await sendPieces(port, [callBytes('api.test', 'a=1')])).length]).toEqual([i, 1])
      if (i < 1) await closed
    }
  })

  test('of one address have a limit of their own, which proxies on this machine do not have', async () => {
    const loopback = new Networks(['loopback'])
    const connections = new Connections({ all: 100, perAddress: 2, isExempt: (address) => loopback.include(address) })
    const add = (remoteAddress: string, isIdle = false) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress })
      return { added: connections.add(socket, () => isIdle), socket }
    }
    const kept = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '10.0.0.1', '::ffff:10.0.0.1'].map((from) =>
      add(from),
    )
    expect(kept.map(({ added }) => added)).toEqual([true, true, true, true, true])
    expect([add('2001:db8::3').added, add('10.0.0.1').added]).toEqual([false, false])
    expect(connections.refused).toEqual({ all: 0, address: 2 })
    for (let i = 0; i < 10; i++) expect([add('127.0.0.1').added, add('::1').added]).toEqual([true, true])
    kept[3]?.socket.destroy()
    await once(kept[3]!.socket, 'close')
    expect([add('10.0.0.1', true).added, add('10.0.0.1').added, add('10.0.0.1').added]).toEqual([true, true, false])
  })

  test('need two descriptors each, so that no file fails to open', () => {
    expect(mostConnections(10_000, 1_048_576)).toBe(10_000)
    expect(mostConnections(10_000, 1024)).toBe(462)
    expect(mostConnections(10_000, 100)).toBe(1)
    expect(mostConnections(10)).toBe(10)
  })
})

test('[NET-3] if too many bytes wait, the connections that have waited longest are cut', () => {
  const waiting = new WaitingBytes(100)
  const cut: string[] = []
  const holder = (name: string) => ({ destroy: () => void cut.push(name) })
  const [a, b, c] = [holder('a'), holder('b'), holder('c')]
  waiting.hold(a, 40)
  waiting.hold(b, 40)
  waiting.hold(a, 50)
  expect(cut).toEqual([])
  waiting.hold(c, 40)
  // What still grows, like a body that comes byte by byte, is no newer for that.
  expect([cut, waiting.total]).toEqual([['a'], 80])
  waiting.release(c)
  waiting.hold(c, 500)
  expect([cut, waiting.total, waiting.cut]).toEqual([['a', 'b'], 500, 2])
  waiting.release(c)
  expect(waiting.total).toBe(0)
})
