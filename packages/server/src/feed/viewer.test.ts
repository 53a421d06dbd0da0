import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { markdownOf } from '@rivulet/blocks/reply'
import { describe, expect, test } from 'vitest'
import { say } from '#domain/people/actions'
import { actsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'
import { aSocket } from '#testing/feed/socket'
import { type AViewer, aViewer } from '#testing/feed/viewer'
import { closeReasons } from './protocol.ts'
import { frameBytes } from './viewer.ts'

const kilobyte = 1024
const general = { team_id: 'T0ACME', id: 'C0GENERAL' }

/** What the server holds for this browser, since it takes nothing. */
function heldFor({ socket }: AViewer): number {
  const mine = Reflect.get(socket, '_socket') as Socket
  // Not in the published types; it is the only way to count what the process still holds.
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()
  const other = handles.find(
    (handle): handle is Socket => handle instanceof Socket && handle.remotePort === mine.localPort,
  )
  return other?.writableLength ?? 0
}

async function aSlowAndAnother() {
  const server = await aServer()
  const acts = actsOn(server.store)
  await acts.set({ stream: { idleTimeout: 0, lifetime: 0, audience: 'recipient', maxText: 1_000_000_000 } })
  const [slow, other] = [await aViewer(server.url, 'U0ANA'), await aViewer(server.url, 'U0ANA')]
  for (const viewer of [slow, other]) await viewer.open(general.id)
  slow.socket.pause()
  const start = () => acts.start(text('>'), { channel: general.id, user: 'U0ANA', team: 'T0ACME' })
  return { ...server, ...acts, acts, slow, other, start }
}

/** How long the stream is that this viewer sees. */
function lengthSeen(viewer: AViewer, ts: string): number {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownOf(stream.reply).length : 0
}

describe('a browser that takes nothing', { timeout: 90_000 }, () => {
  test('costs little and nobody else anything, and has the whole stream when it takes again', async () => {
    const { slow, other, start, append, defects } = await aSlowAndAnother()
    const ts = await start()
    let most = 0
    const pieces = 1200
    for (let i = 0; i < pieces; i++) {
      await append(ts, text('x'.repeat(12_000)), general)
      if (i % 3 === 2) await pause(12)
      most = Math.max(most, heldFor(slow))
    }
    await other.until(() => lengthSeen(other, ts) === 12_000 * pieces + 1)
    expect(other.sight).toMatchObject({ asked: 0 })
    expect(other.frames.filter(({ type }) => type === 'channel')).toHaveLength(1)
    expect(most).toBeGreaterThan(64 * kilobyte)
    expect(most).toBeLessThan(512 * kilobyte)

    slow.socket.resume()
    await slow.until(() => lengthSeen(slow, ts) === 12_000 * pieces + 1)
    await append(ts, text('.'), general)
    await slow.until(() => lengthSeen(slow, ts) === 12_000 * pieces + 2)
    expect(slow.sight.asked).toBe(0)
    expect(defects).toEqual([])
  })

  test('in several channels is shown them one after the other, and no delta before what it follows on', async () => {
    const { slow, other, start, append, store, acts } = await aSlowAndAnother()
    const places = [general, { team_id: 'T0ACME', id: 'C0HELP' }]
    for (const viewer of [slow, other]) viewer.send({ type: 'open', channel: 'C0HELP' })
    const streams = [await start(), await acts.start(text('>'), { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' })]
    const grown = (viewer: AViewer, length: number) => streams.every((ts) => lengthSeen(viewer, ts) === length)
    const pieces = 300
    for (let i = 0; i < pieces; i++) {
      for (const [at, ts] of streams.entries()) await append(ts, text('x'.repeat(12_000)), places[at])
      await pause(12)
    }
    await other.until(() => grown(other, 12_000 * pieces + 1))
    const read = store.snapshot.bind(store)
    const [reached, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    store.snapshot = async (fn) => {
      const value = await read(fn)
      reached.resolve()
      await ready.promise
      return value
    }
    slow.socket.resume()
    await reached.promise
    for (const [at, ts] of streams.entries()) await append(ts, text('.'), places[at])
    await other.until(() => grown(other, 12_000 * pieces + 2))
    ready.resolve()
    await slow.until(() => grown(slow, 12_000 * pieces + 2))
    expect(slow.sight.asked).toBe(0)
  })

  test('is closed with a word when what cannot be left out for it grows too much', async () => {
    const { slow, other, store, person, defects } = await aSlowAndAnother()
    const ben = await person('U0BEN')
    const large = { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(2900) } } as const
    const blocks = Array.from({ length: 40 }, () => large)
    const said: string[] = []
    let held = 0
    // Once it is being closed nothing is added any more.
    for (let still = 0; still < 4;) {
      said.push(await store.write((tx) => say(tx, ben, { channelId: general.id, blocks })))
      await other.until(() => other.messages.has(said.at(-1)!))
      const before = held
      held = heldFor(slow)
      still = held > 1024 * kilobyte && held === before ? still + 1 : 0
    }
    expect(held).toBeLessThan(64 * 1024 * kilobyte)
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    expect([...other.messages.keys()]).toEqual(expect.arrayContaining(said))
    expect(other.sight.asked).toBe(0)
    expect(defects).toEqual([])
  })

  test('is closed with a word after ten seconds, however little waits for it', async () => {
    const { slow, other, start, append } = await aSlowAndAnother()
    const ts = await start()
    while (heldFor(slow) === 0) {
      for (let i = 0; i < 4; i++) await append(ts, text('x'.repeat(12_000)), general)
      await pause(25)
    }
    const since = performance.now()
    const most = heldFor(slow)
    expect(most).toBeLessThan(256 * kilobyte)
    // Nothing is said any more, so what comes is the frame that closes.
    while (heldFor(slow) === most) await pause(50)
    expect(performance.now() - since).toBeGreaterThan(8_000)
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    await append(ts, text('.'), general)
    const length = lengthSeen(other, ts)
    await other.until(() => lengthSeen(other, ts) > length)
  })
})

/** A browser that asks for a thread of so many long replies, and how often that is read. */
async function aThreadToAskFor(replies: number) {
  const { url, store, defects } = await aServer()
  const ana = await actsOn(store).person('U0ANA')
  const long = 'word '.repeat(7_500)
  for (let i = 0; i < replies; i++)
    await store.write((tx) => say(tx, ana, { channelId: dm.id, text: long, threadTs: rootTs }))
  const [asking, other] = [await aViewer(url, 'U0ANA'), await aViewer(url, 'U0BEN')]
  const reads = { count: 0 }
  const read = store.snapshot.bind(store)
  store.snapshot = (fn) => {
    reads.count++
    return read(fn)
  }
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) asking.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
  }
  const ping = async (viewer: AViewer) => {
    const from = viewer.frames.length
    viewer.send({ type: 'ping' })
    await viewer.next(({ type }) => type === 'pong', from)
  }
  return { asking, other, ask, ping, reads, defects }
}

describe('a browser that asks for much', { timeout: 90_000 }, () => {
  test('and takes nothing holds up nobody, is read one answer, and is closed with a word', async () => {
    const { asking, other, ask, ping, reads, defects } = await aThreadToAskFor(200)
    asking.socket.pause()
    ask(100)
    await ping(other)
    await pause(1000)
    const held = heldFor(asking)
    expect(held).toBeGreaterThan(1024 * kilobyte)
    expect(reads.count).toBe(1)
    const since = performance.now()
    while (heldFor(asking) === held) await pause(50)
    expect(performance.now() - since).toBeGreaterThan(7_000)
    asking.socket.resume()
    expect(await asking.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    await ping(other)
    // The rest of what it asked is read for nobody.
    expect(reads.count).toBe(1)
    expect(defects).toEqual([])
  })

  test('and takes it slowly gets all of it, one after the other', async () => {
    const { asking, ask, reads, defects } = await aThreadToAskFor(200)
    const raw = Reflect.get(asking.socket, '_socket') as Socket
    let wait = 200
    raw.on('data', () => {
      asking.socket.pause()
      setTimeout(() => asking.socket.resume(), wait)
    })
    ask(3)
    asking.send({ type: 'ping' })
    // What was said just before it came may follow its welcome.
    const answers = () => asking.frames.map(({ type }) => type).filter((type) => type !== 'message')
    // Longer than a browser may take nothing: a part of one answer is something.
    await pause(13_000)
    expect(answers()).toEqual(['welcome'])
    expect(reads.count).toBeLessThan(3)
    wait = 0
    await asking.until(() => answers().length === 5)
    expect(answers()).toEqual(['welcome', 'thread', 'thread', 'thread', 'pong'])
    expect(defects).toEqual([])
  })

  test('and comes into a channel again and again is shown its streams once it has taken what was sent', async () => {
    const { url, store, defects } = await aServer()
    const { set, start } = actsOn(store)
    await set({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1_000_000_000 } })
    const help = { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' }
    const long = 'word '.repeat(80_000)
    const streams: string[] = []
    for (let i = 0; i < 10; i++) streams.push(await start(text(long), help))
    const eve = await aViewer(url, 'U0EVE')
    await eve.open(help.channel)
    eve.socket.pause()
    for (let i = 0; i < 40; i++) {
      eve.send({ type: 'join', id: `join ${i}`, channel: help.channel })
      eve.send({ type: 'leave', id: `leave ${i}`, channel: help.channel })
    }
    eve.send({ type: 'join', id: 'last', channel: help.channel })
    let most = 0
    for (let i = 0; i < 30; i++) {
      await pause(50)
      most = Math.max(most, heldFor(eve))
    }
    const all = streams.length * long.length
    expect(most).toBeLessThan(1.5 * all)
    eve.socket.resume()
    await eve.until(() => streams.every((ts) => lengthSeen(eve, ts) === long.length))
    const bytes = eve.frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
    expect(bytes).toBeLessThan(8 * all)
    expect(defects).toEqual([])
  })

  test('and cannot be shown what it may see by now is sent away, to come back', async () => {
    const { url, store, defects } = await aServer()
    const { set, start } = actsOn(store)
    await set({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    const ts = await start(text('For all'), { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' })
    const eve = await aViewer(url, 'U0EVE')
    await eve.open('C0HELP')
    const read = store.snapshot.bind(store)
    // The first is for the answer.
    store.snapshot = (fn) => {
      store.snapshot = () => {
        store.snapshot = read
        throw new Error('The database is away.')
      }
      return read(fn)
    }
    eve.send({ type: 'join', id: 'join', channel: 'C0HELP' })
    expect(await eve.closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(defects).toHaveLength(1)
    const epoch = eve.first.type === 'welcome' ? eve.first.epoch : ''
    const hello = { after: eve.sight.seq, epoch, watching: ['C0HELP'] }
    const back = await aViewer(url, 'U0EVE', hello, eve.messages, eve.statuses)
    await back.until(() => lengthSeen(back, ts) === 7)
  })

  test('and cannot be welcomed is sent away, to come back', async () => {
    const { url, store, defects } = await aServer()
    const read = store.snapshot
    store.snapshot = () => {
      store.snapshot = read
      throw new Error('The database is away.')
    }
    const { socket, closed } = await aSocket(url, 'U0EVE')
    socket.send(JSON.stringify({ type: 'hello', protocol: 1 }))
    expect(await closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(defects).toHaveLength(1)
    expect((await aViewer(url, 'U0EVE')).first.type).toBe('welcome')
  })

  test('lets others go first between two answers', async () => {
    const { asking, other, ask, ping, reads } = await aThreadToAskFor(0)
    ask(190)
    await ping(other)
    expect(reads.count).toBeLessThan(95)
    await ping(asking)
    expect(reads.count).toBe(190)
  })
})

describe('a frame', () => {
  test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('of %i characters more is one text message', (length) => {
    const bytes = frameBytes({ type: 'done', id: 'x'.repeat(length), ts: 'ä' })
    const header = bytes[1]! < 126 ? 2 : bytes[1] === 126 ? 4 : 10
    const size = header === 2 ? bytes[1]! : header === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    expect(bytes[0]).toBe(0x81)
    expect(size).toBe(bytes.length - header)
    expect(JSON.parse(bytes.subarray(header).toString())).toEqual({ type: 'done', id: 'x'.repeat(length), ts: 'ä' })
  })

  test('closes with codes that a browser may be told', () => {
    for (const code of Object.values(closeReasons))
      expect(code === 1012 || code === 1009 || (code >= 4000 && code < 5000)).toBe(true)
  })
})
