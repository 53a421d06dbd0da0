import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { markdownOf } from '@rivulet/blocks/reply'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { LogClearing } from '#domain/log/clear'
import { entry } from '#domain/log/entry'
import { say } from '#domain/people/actions'
import { actsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'
import { aSocket, signedIn } from '#testing/feed/socket'
import { aViewer } from '#testing/feed/viewer'
import { closeReasons, type ServerFrame } from './protocol.ts'

const hello = JSON.stringify({ type: 'hello', protocol: 1 })

async function aFeed() {
  const server = await aServer()
  return { ...server, ...actsOn(server.store), written }

  /** The same number before and after says that nothing was written. */
  async function written(): Promise<number> {
    const [log, messages] = await Promise.all([
      server.store.db.selectFrom('log').select('seq').execute(),
      server.store.db.selectFrom('messages').select('ts').execute(),
    ])
    return log.length + messages.length
  }
}

describe('a socket', () => {
  test.each<[string, (string | Buffer)[], keyof typeof closeReasons]>([
    ['what is no JSON', [hello, '{"type":'], 'not_json'],
    ['nothing', [''], 'not_json'],
    ['binary data', [hello, Buffer.from(hello)], 'not_json'],
    ['JSON that is no frame', [hello, '[]'], 'not_of_the_protocol'],
    ['a frame of no known type', [hello, '{"type":"shout"}'], 'not_of_the_protocol'],
    ['a frame whose fields are wrong', [hello, '{"type":"open","channel":7}'], 'not_of_the_protocol'],
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
    const { url, written, defects } = await aFeed()
    const bystander = await aViewer(url, 'U0BEN')
    const before = await written()
    const { socket, closed } = await aSocket(url, 'U0ANA')
    for (const frame of frames) socket.send(frame)
    expect((await closed).code).toBe(closeReasons[reason])
    expect(await written()).toBe(before)
    bystander.send({ type: 'ping' })
    await bystander.next((frame) => frame.type === 'pong')
    expect(defects).toEqual([])
  })

  test('that floods the server with 10 MB of questions is cut off, and who reads a stream meanwhile misses nothing', async () => {
    const { url, store, start, append, defects } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
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
    const floods = await Promise.all(Array.from({ length: 3 }, () => aSocket(url, 'U0BEN')))
    for (const { socket } of floods) {
      socket.send(hello)
      for (let i = 0; i < 320; i++) socket.send(JSON.stringify(question))
    }
    for (let n = 2; n <= 30; n++) {
      await append(ts, text('.'))
      await ana.until(() => ana.messages.get(ts)?.stream?.n === n)
    }
    for (const { closed } of floods) expect(await closed).toEqual({ code: 4004, reason: 'too_many_frames' })
    const last = await aViewer(url, 'U0BEN')
    last.send({ type: 'ping' })
    await last.next((frame) => frame.type === 'pong')
    // Of each socket no more than the limit, and the two greetings of others.
    expect(reads).toBeLessThanOrEqual(3 * 200 + 2)
    expect(ana.sight.asked).toBe(0)
    expect(defects).toEqual([])
  })

  test('is told the reason of a close in a word', async () => {
    const { url } = await aFeed()
    const { socket, closed } = await aSocket(url, 'U0ANA')
    socket.send('no')
    expect(await closed).toEqual({ code: 4000, reason: 'not_json' })
  })

  test.each<[string, number, (url: string, cookie: string) => [path: string, headers: Record<string, string>]]>([
    ['a page of another site', 403, (_, cookie) => ['/feed', { cookie, origin: 'https://evil.example' }]],
    ['no page at all', 403, (_, cookie) => ['/feed', { cookie }]],
    ['a page without an address', 403, (_, cookie) => ['/feed', { cookie, origin: 'null' }]],
    ['somebody who is not signed in', 401, (url) => ['/feed', { origin: url }]],
    ['a cookie that is none of ours', 401, (url) => ['/feed', { origin: url, cookie: 'rivulet=made-up' }]],
    [
      'a name that is not this server’s',
      403,
      (_, cookie) => ['/feed', { cookie, host: 'evil.example', origin: 'http://evil.example' }],
    ],
    ['another path', 404, (url, cookie) => ['/feeds', { cookie, origin: url }]],
  ])('asked for by %s is refused before it is one: %i', async (_, status, asking) => {
    const { url } = await aFeed()
    const [path, headers] = asking(url, await signedIn(url, 'U0ANA'))
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
  })

  test('of a person who signs out cannot be opened again', async () => {
    const { url, ask } = await aFeed()
    const cookie = await signedIn(url, 'U0ANA')
    await ask('DELETE', '/session', undefined, { cookie })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(401)
  })

  test('answers what it is asked, in order, and refuses without closing', async () => {
    const { url } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    ana.send({ type: 'open', channel: 'C0NOWHERE' })
    ana.send({ type: 'thread', channel: dm.id, thread_ts: '1767225600.999999' })
    ana.send({ type: 'history', channel: dm.id, before: rootTs })
    ana.send({ type: 'stop', id: 's', channel: dm.id, ts: rootTs })
    ana.send({ type: 'send', id: 'm', channel: 'C0ANNOUNCE', text: 'Hi' })
    ana.send({ type: 'send', id: 'n', channel: dm.id, text: '' })
    ana.send({ type: 'ping' })
    await ana.next((frame) => frame.type === 'pong')
    expect(ana.frames.slice(1)).toMatchObject([
      { type: 'refused', channel: 'C0NOWHERE', error: 'channel_not_found' },
      { type: 'refused', channel: dm.id, error: 'invalid_thread_ts' },
      { type: 'history', channel: dm.id, messages: [], has_more: false },
      { type: 'refused', id: 's', error: 'message_not_in_streaming_state' },
      { type: 'refused', id: 'm', error: 'restricted_action_read_only_channel' },
      { type: 'refused', id: 'n', error: 'no_text' },
      { type: 'pong' },
    ])
  })

  test('[PLA] lets nobody write to an app that takes no messages, or only tells things', async () => {
    const { url, store } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    ana.send({ type: 'send', id: 'off', channel: 'D0ANAQUIET', text: 'Hi' })
    await ana.next((frame) => frame.type === 'refused')
    const { manifest } = await store.db
      .selectFrom('apps')
      .select('manifest')
      .where('id', '=', 'A0QUIET')
      .executeTakeFirstOrThrow()
    const features = { app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true } }
    await store.write((tx) =>
      tx
        .updateTable('apps')
        .set({ manifest: { ...manifest, features } })
        .where('id', '=', 'A0QUIET')
        .execute(),
    )
    ana.send({ type: 'send', id: 'told', channel: 'D0ANAQUIET', text: 'Hi' })
    await ana.next((frame) => frame.type === 'refused' && frame.id === 'told')
    expect(ana.frames.slice(1)).toMatchObject([
      { type: 'refused', id: 'off', error: 'messages_tab_disabled' },
      { type: 'refused', id: 'told', error: 'restricted_action_read_only_channel' },
    ])
  })

  test('lets a person write once, however often the frame comes, and stop a reply', async () => {
    const { url, start, message } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const send = {
      type: 'send',
      id: '5f1f9a52-0000-4000-8000-0000000000ff',
      channel: dm.id,
      text: '**Hm**',
      thread_ts: rootTs,
    } as const
    for (let i = 0; i < 3; i++) ana.send(send)
    await ana.until(() => ana.frames.filter(({ type }) => type === 'done').length === 3)
    const done = ana.frames.flatMap((frame) => (frame.type === 'done' ? [frame.ts] : []))
    expect(new Set(done).size).toBe(1)
    await ana.until(() => ana.messages.has(done[0]!))
    expect(ana.messages.get(done[0]!)).toMatchObject({
      text: '*Hm*',
      client_msg_id: send.id,
      thread_ts: rootTs,
      user: 'U0ANA',
    })

    const ts = await start(text('a'))
    ana.send({ type: 'stop', id: 'stop', channel: dm.id, ts })
    await ana.next((frame) => frame.type === 'done' && frame.id === 'stop')
    expect(await message(ts)).toMatchObject({ streaming_state: 'completed' })
  })
})

describe('a viewer that comes back', () => {
  const welcomed = (frame: ServerFrame) => (frame.type === 'welcome' ? frame.reset : frame.type)

  test('with its cursor goes on from there while deltas come: none is missing, none applied twice', async () => {
    const { url, start, append } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    await before.open(dm.id)
    const ts = await start(text('>'))
    const words: string[] = []
    const more = async () => {
      words.push(` ${words.length}`)
      await append(ts, text(words.at(-1)!))
    }
    while (words.length < 20) await more()
    await before.until(() => before.messages.get(ts)?.stream?.n === 21)
    before.socket.terminate()
    while (words.length < 40) await more()

    let going = true
    const writing = (async () => {
      while (going) await more().then(() => new Promise((done) => setTimeout(done, 2)))
    })()
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    const after = await aViewer(url, 'U0ANA', { after: before.sight.seq, epoch, watching: [dm.id] }, before.messages)
    expect(after.first).toMatchObject({ type: 'resumed', seq: before.sight.seq, epoch })
    await new Promise((done) => setTimeout(done, 100))
    going = false
    await writing
    const shown = () => {
      const stream = after.messages.get(ts)?.stream
      return stream ? markdownOf(stream.reply) : undefined
    }
    await after.until(() => shown() === `>${words.join('')}`)
    expect(after.sight.asked).toBe(0)
  })

  test('is shown a stream as it is now, though nothing is added to it any more', async () => {
    const { url, start, append } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    await before.open(dm.id)
    const ts = await start(text('a'))
    await before.until(() => before.messages.has(ts))
    before.socket.terminate()
    await append(ts, text('b'))
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    // As if the delta had been left out for a socket that was full, and lies before the cursor.
    const after = await aViewer(
      url,
      'U0ANA',
      { after: before.sight.seq + 3, epoch, watching: [dm.id] },
      before.messages,
    )
    await after.until(() => after.messages.get(ts)?.stream?.n === 2)
    expect(after.sight.asked).toBe(0)
  })

  test('over a slow line gets a little further each time that it is cut off', async () => {
    const { url, store, person } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    before.socket.terminate()
    const ben = await person('U0BEN')
    await Promise.all(
      Array.from({ length: 800 }, (_, i) =>
        store.write((tx) => say(tx, ben, { channelId: 'C0GENERAL', text: `${i}` })),
      ),
    )
    let after = before.sight.seq
    const read = new Set<string>()
    let times = 0
    for (; read.size < 800; times++) {
      const viewer = await aViewer(url, 'U0ANA', { after, epoch })
      const from = after
      // Cut off as soon as the number has moved: what comes with the next connection follows on it.
      await viewer.until(() => viewer.sight.seq > from || [...read, ...viewer.messages.keys()].length >= 800)
      for (const ts of viewer.messages.keys()) read.add(ts)
      after = viewer.sight.seq
      viewer.socket.terminate()
    }
    expect(times).toBeGreaterThan(2)
    expect(times).toBeLessThan(6)
  })

  test('is told what happened meanwhile, also beside the channels that it watches', async () => {
    const { url, start, stop, store } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    before.socket.terminate()
    const ts = await start(text('a'))
    await stop(ts)
    await store.write(async (tx) => tx.work.log(entry('user', 'T0ACME', { subject: 'U0BEN' })))
    const after = await aViewer(url, 'U0ANA', { after: before.sight.seq, epoch })
    await after.until(() => after.messages.has(ts) && after.frames.some(({ type }) => type === 'user_changed'))
    expect(after.messages.get(ts)).toMatchObject({ streaming_state: 'completed', text: 'a' })
    expect(after.frames.filter(({ type }) => type === 'delta')).toEqual([])
  })

  test('with a cursor of another history starts anew', async () => {
    const { url } = await aFeed()
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 0, epoch: 'another' })).first)).toBe('other_epoch')
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 0 })).first)).toBe('other_epoch')
    expect(welcomed((await aViewer(url, 'U0ANA')).first)).toBeUndefined()
  })

  test('with a cursor that was never given, or that lies too far back, starts anew', async () => {
    const { url, store } = await aFeed()
    const { first } = await aViewer(url, 'U0ANA')
    const epoch = first.type === 'welcome' ? first.epoch : ''
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 1, epoch })).first)).toBe('future_cursor')
    await store.write(async (tx) => {
      for (let i = 0; i < 5000; i++) tx.work.log(entry('message', 'T0NETS', { channelId: 'C0NETS', ts: '1.1' }))
    })
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 1, epoch })).first)).toBe('resumed')
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 0, epoch })).first)).toBe('outdated_cursor')
    await store.write((tx) => tx.deleteFrom('log').where('seq', '<', 4000).execute())
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 3998, epoch })).first)).toBe('outdated_cursor')
    expect(welcomed((await aViewer(url, 'U0ANA', { after: 3999, epoch })).first)).toBe('resumed')
  })

  test('with a cursor before what was cleared starts anew, though an open stream keeps its beginning', async () => {
    const { url, store, ask, start, append } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    before.socket.terminate()
    const ts = await start(text('a'))
    await store.write(async (tx) => {
      for (let i = 0; i < 5000; i++) tx.work.log(entry('read', 'T0ACME', { channelId: 'C0HELP', subject: 'U0BEN' }))
    })
    for (let i = 0; i < 3; i++) {
      await ask('POST', '/control/clock', { advance: '9m' })
      await append(ts, text('b'))
      await new LogClearing(store).goOn()
    }
    const kept = await store.db.selectFrom('log').select(['seq', 'kind']).orderBy('seq').execute()
    const [first = 0, second = 0] = kept.map(({ seq }) => seq)
    expect(kept[0]).toMatchObject({ kind: 'delta' })
    expect(second).toBeGreaterThan(first + 1)

    const after = await aViewer(url, 'U0ANA', { after: first, epoch, watching: [dm.id] })
    expect(welcomed(after.first)).toBe('outdated_cursor')
    await after.open(dm.id)
    expect(after.messages.get(ts)?.stream).toMatchObject({ n: 4, reply: { parts: [{ text: 'abbb' }] } })
  })

  test('after a reset in development starts anew', async () => {
    const { url, ask } = await aFeed()
    const before = await aViewer(url, 'U0ANA')
    const epoch = before.first.type === 'welcome' ? before.first.epoch : ''
    await ask('POST', '/control/reset')
    expect(await before.closed).toEqual({ code: closeReasons.restarting, reason: 'restarting' })
    expect(welcomed((await aViewer(url, 'U0ANA', { after: before.sight.seq, epoch })).first)).toBe('other_epoch')
  })
})
