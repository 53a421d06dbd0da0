import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import WebSocket from 'ws'
import { dm, rootTs, text } from '#testing/workspace/domain'
import { connectFeedSocket, signIn } from '#testing/feed/socket'
import { connectViewer } from '#testing/feed/viewer'
import { closeReasons } from '#feed/protocol/closeReasons'
import { startFeedServer } from '#testing/feed/feedServer'

const hello = JSON.stringify({ type: 'hello', protocol: 1 })

describe('a socket', () => {
  test.each([
    { team: 'T0ACME', user: 'U0ANA' },
    { team: 'T2', user: 'U0BEN' },
  ])(
    '[SES-10] that a page of %j opens in the session of somebody else is closed, and is sent nothing',
    async (person) => {
      const { url } = await startFeedServer()
      const { socket, closed } = await connectFeedSocket(url, 'U0BEN')
      const received: unknown[] = []
      socket.on('message', (data) => received.push(data))
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, person }))
      expect(await closed).toEqual({ code: 4003, reason: 'signed_out' })
      expect(received).toEqual([])
    },
  )

  test('[SES-10] of the person whose page it is gets a welcome', async () => {
    const { url } = await startFeedServer()
    const { socket } = await connectFeedSocket(url, 'U0BEN')
    const first = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'hello', protocol: 1, person: { team: 'T0ACME', user: 'U0BEN' } }))
    expect(JSON.parse(String((await first)[0]))).toMatchObject({ type: 'welcome', you: 'U0BEN' })
  })

  test('whose hello fails is closed, so that the browser comes again', async () => {
    const { url, store, unexpectedErrors } = await startFeedServer()
    const { socket, closed } = await connectFeedSocket(url, 'U0ANA')
    const away = new Error('The database is away.')
    const reading = vi.spyOn(store.db, 'selectFrom').mockImplementation(() => {
      throw away
    })
    onTestFinished(() => reading.mockRestore())
    socket.send(hello)
    expect(await closed).toMatchObject({ code: closeReasons.restarting })
    reading.mockRestore()
    expect(unexpectedErrors).toContain(away)
    expect((await connectViewer(url, 'U0ANA')).firstFrame.type).toBe('welcome')
  })

  test('[ENV-1] says that the database is away, and stays open', async () => {
    const { url, store, unexpectedErrors } = await startFeedServer()
    const viewer = await connectViewer(url, 'U0ANA')
    const away = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const writing = vi.spyOn(store, 'write').mockRejectedValue(away)
    onTestFinished(() => writing.mockRestore())
    const send = (id: string) => viewer.send({ type: 'send', id, channel: dm.id, text: 'Hello' })
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
    send(ids[0])
    const refused = await viewer.next(({ type }) => type === 'refused')
    expect(refused).toMatchObject({
      id: ids[0],
      error: 'service_unavailable',
      detail: expect.stringContaining('again'),
    })
    expect(unexpectedErrors).toContain(away)
    writing.mockRestore()
    send(ids[1])
    expect(await viewer.next(({ type }) => type === 'done')).toMatchObject({ id: ids[1] })
  })

  test('[NOD-22] of a newer page stays open: a frame of no known type is refused if it has an id, else ignored', async () => {
    const { url, unexpectedErrors } = await startFeedServer()
    const viewer = await connectViewer(url, 'U0ANA')
    const id = crypto.randomUUID()
    for (const frame of [{ type: 'shout' }, { type: 'shout', id, loud: true }, { type: 'ping' }])
      viewer.socket.send(JSON.stringify(frame))
    await viewer.next(({ type }) => type === 'pong')
    const refused = { type: 'refused', id, error: 'unknown_method', detail: expect.stringContaining('try again') }
    expect(viewer.frames.slice(1, -1)).toEqual([refused])
    expect(unexpectedErrors).toEqual([])
  })

  test.each<[string, (string | Buffer)[], keyof typeof closeReasons]>([
    ['a frame that is not JSON', [hello, '{"type":'], 'not_json'],
    ['nothing', [''], 'not_json'],
    ['binary data', [hello, Buffer.from(hello)], 'not_json'],
    ['JSON that is no frame', [hello, '[]'], 'not_of_the_protocol'],
    ['a frame without a type', [hello, '{"id":"x"}'], 'not_of_the_protocol'],
    ['a frame whose type is no text', [hello, '{"type":7,"id":"x"}'], 'not_of_the_protocol'],
    ['a frame of no known type whose id is no text', [hello, '{"type":"shout","id":7}'], 'not_of_the_protocol'],
    ['a frame of no known type first', ['{"type":"shout","id":"x"}'], 'hello_expected'],
    ['a frame whose fields are wrong', [hello, '{"type":"open","channel":7}'], 'not_of_the_protocol'],
    ['a rule without a rule', [hello, '{"type":"notify","id":"a","channel":"C0HELP"}'], 'not_of_the_protocol'],
    ['a protocol of tomorrow', ['{"type":"hello","protocol":2}'], 'not_of_the_protocol'],
    [
      'a text of 40,001 characters',
      [hello, JSON.stringify({ type: 'send', id: 'x', channel: dm.id, text: 'x'.repeat(40_001) })],
      'not_of_the_protocol',
    ],
    ['no hello first', [JSON.stringify({ type: 'send', id: 'x', channel: dm.id, text: 'Hi' })], 'hello_expected'],
    [
      'a frame of more than 64 KiB',
      [hello, JSON.stringify({ type: 'send', id: 'x', channel: dm.id, text: 'x'.repeat(65_537) })],
      'too_big',
    ],
    ['10 MB in one frame', [hello, randomBytes(5_000_000).toString('hex')], 'too_big'],
    ['201 frames at once', [hello, ...Array<string>(200).fill('{"type":"ping"}')], 'too_many_frames'],
    [
      '10 MB in small frames',
      [
        hello,
        ...Array<string>(300).fill(
          JSON.stringify({ type: 'history', channel: dm.id, before: rootTs, x: 'x'.repeat(33_000) }),
        ),
      ],
      'too_many_frames',
    ],
  ])('that sends %s is closed with the reason, and nothing is written', async (_, frames, reason) => {
    const { url, written, unexpectedErrors } = await startFeedServer()
    const bystander = await connectViewer(url, 'U0BEN')
    const before = await written()
    const { socket, closed } = await connectFeedSocket(url, 'U0ANA')
    for (const frame of frames) socket.send(frame)
    expect((await closed).code).toBe(closeReasons[reason])
    expect(await written()).toBe(before)
    bystander.send({ type: 'ping' })
    await bystander.next((frame) => frame.type === 'pong')
    expect(unexpectedErrors).toEqual([])
  })

  test('that floods the server with 10 MB of requests is closed, and a viewer of a stream misses nothing', async () => {
    const { url, store, start, append, unexpectedErrors } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start(text('>'))
    await ana.until(() => ana.messages.has(ts))
    let reads = 0
    const read = store.snapshot.bind(store)
    store.snapshot = (fn) => {
      reads++
      return read(fn)
    }
    const question = { type: 'history', channel: 'C0GENERAL', before: '9999999999.000000', x: 'x'.repeat(33_000) }
    const floods = await Promise.all(Array.from({ length: 3 }, () => connectFeedSocket(url, 'U0BEN')))
    for (const { socket } of floods) {
      socket.send(hello)
      for (let i = 0; i < 320; i++) socket.send(JSON.stringify(question))
    }
    for (let n = 2; n <= 30; n++) {
      await append(ts, text('.'))
      await ana.until(() => ana.messages.get(ts)?.stream?.n === n)
    }
    for (const { closed } of floods) expect(await closed).toEqual({ code: 4004, reason: 'too_many_frames' })
    const last = await connectViewer(url, 'U0BEN')
    last.send({ type: 'ping' })
    await last.next((frame) => frame.type === 'pong')
    // Each flooding socket has at most as many reads as its limit. The other two sockets have one for each `hello`.
    expect(reads).toBeLessThanOrEqual(3 * 200 + 2)
    expect(ana.progress.refetches).toBe(0)
    expect(unexpectedErrors).toEqual([])
  })

  test('gets the reason of a close', async () => {
    const { url } = await startFeedServer()
    const { socket, closed } = await connectFeedSocket(url, 'U0ANA')
    socket.send('no')
    expect(await closed).toEqual({ code: 4000, reason: 'not_json' })
  })

  test.each<[string, number, (url: string, cookie: string) => [path: string, headers: Record<string, string>]]>([
    ['a page of another site', 403, (_, cookie) => ['/feed', { cookie, origin: 'https://evil.example' }]],
    ['no page at all', 403, (_, cookie) => ['/feed', { cookie }]],
    ['a page without an address', 403, (_, cookie) => ['/feed', { cookie, origin: 'null' }]],
    ['somebody who is not signed in', 401, (url) => ['/feed', { origin: url }]],
    ['a cookie that the server did not set', 401, (url) => ['/feed', { origin: url, cookie: 'rivulet=made-up' }]],
    [
      'a name that is not this server’s',
      403,
      (_, cookie) => ['/feed', { cookie, host: 'evil.example', origin: 'http://evil.example' }],
    ],
    ['another path', 404, (url, cookie) => ['/feeds', { cookie, origin: url }]],
  ])('requested by %s is refused before it opens: %i', async (_, status, asking) => {
    const { url } = await startFeedServer()
    const [path, headers] = asking(url, await signIn(url, 'U0ANA'))
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
  })

  test('of a person who signed out cannot be opened again', async () => {
    const { url, request } = await startFeedServer()
    const cookie = await signIn(url, 'U0ANA')
    await request('DELETE', '/session', undefined, { cookie })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(401)
  })
})
