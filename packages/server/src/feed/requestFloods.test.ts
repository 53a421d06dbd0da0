import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { actionsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { stopClock } from '#testing/workspace/stopClock'
import { startServer } from '#testing/server/server'
import { connectFeedSocket } from '#testing/feed/socket'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import {
  bytesReadFrom,
  kilobyte,
  unsentBytesFor,
  shownLength,
  untilChecked,
  waitForStandstill,
} from '#testing/feed/slowViewers'

/** A thread with this many long replies, a browser that asks for it, and a count of the reads. */
async function createLongThread(replies: number) {
  const letPass = stopClock(['performance'])
  const { url, store, unexpectedErrors } = await startServer()
  const ana = await actionsOn(store).findPerson('U0ANA')
  const long = 'word '.repeat(7_500)
  for (let i = 0; i < replies; i++)
    await store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: long, threadTs: rootTs }))
  const [asking, other] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  const reads = { count: 0 }
  const read = store.snapshot.bind(store)
  store.snapshot = (fn) => {
    reads.count++
    return read(fn)
  }
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) asking.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
  }
  const ping = async (viewer: TestViewer) => {
    const from = viewer.frames.length
    viewer.send({ type: 'ping' })
    await viewer.next(({ type }) => type === 'pong', from)
  }
  return { asking, other, ask, ping, reads, unexpectedErrors, letPass }
}

describe('a browser with many requests', () => {
  test('that takes nothing has few requests read, holds up nobody, and is closed with a reason', async () => {
    const { asking, other, ask, ping, reads, unexpectedErrors, letPass } = await createLongThread(200)
    asking.socket.pause()
    ask(100)
    await ping(other)
    await waitForStandstill(asking)
    const unsent = unsentBytesFor(asking)
    expect(unsent).toBeGreaterThan(1024 * kilobyte)
    // As many as the network and the bound take, each of a megabyte.
    const read = reads.count
    expect(read).toBeLessThan(12)
    await untilChecked()
    letPass(9_900)
    await untilChecked()
    expect(unsentBytesFor(asking)).toBe(unsent)
    letPass(100)
    await expect.poll(() => unsentBytesFor(asking)).not.toBe(unsent)
    asking.socket.resume()
    expect(await asking.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    await ping(other)
    // The other requests are dropped without a read.
    expect(reads.count).toBe(read)
    expect(unexpectedErrors).toEqual([])
  })

  test('that takes the answers slowly gets all of them, one after the other', async () => {
    const { asking, ask, reads, unexpectedErrors, letPass } = await createLongThread(200)
    const raw = Reflect.get(asking.socket, '_socket') as Socket
    let wait = 200
    raw.on('data', () => {
      asking.socket.pause()
      setTimeout(() => asking.socket.resume(), wait)
    })
    ask(20)
    asking.send({ type: 'ping' })
    // A message written just before it connected may follow its welcome.
    const answers = () => asking.frames.map(({ type }) => type).filter((type) => type !== 'message')
    // This is longer than a browser may take nothing. The socket stays open, because the browser takes a part of the answers.
    for (let seconds = 0; seconds < 14; seconds += 2) {
      letPass(2000)
      await untilChecked()
    }
    expect(answers()).not.toContain('pong')
    expect(reads.count).toBeLessThan(20)
    wait = 0
    await asking.until(() => answers().length === 22)
    expect(answers()).toEqual(['welcome', ...Array<string>(20).fill('thread'), 'pong'])
    expect(unexpectedErrors).toEqual([])
  })

  test('that joins a channel repeatedly is sent its streams when it has taken what was sent before', async () => {
    stopClock(['performance'])
    const { url, store, unexpectedErrors } = await startServer()
    const { changeSettings, start } = actionsOn(store)
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1_000_000_000 } })
    const help = { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' }
    const long = 'word '.repeat(80_000)
    const streams: string[] = []
    for (let i = 0; i < 10; i++) streams.push(await start(text(long), help))
    const eve = await connectViewer(url, 'U0EVE')
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
      most = Math.max(most, unsentBytesFor(eve))
    }
    const all = streams.length * long.length
    expect(most).toBeLessThan(1.5 * all)
    eve.socket.resume()
    await eve.until(() => streams.every((ts) => shownLength(eve, ts) === long.length))
    const bytes = eve.frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
    expect(bytes).toBeLessThan(8 * all)
    expect(unexpectedErrors).toEqual([])
  })

  test('is disconnected if what it may see now cannot be read', async () => {
    const { url, store, unexpectedErrors } = await startServer()
    const { changeSettings, start } = actionsOn(store)
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    const ts = await start(text('For all'), { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' })
    const eve = await connectViewer(url, 'U0EVE')
    await eve.open('C0HELP')
    const read = store.snapshot.bind(store)
    // The first snapshot is for the answer. The next one fails.
    store.snapshot = (fn) => {
      store.snapshot = () => {
        store.snapshot = read
        throw new Error('The database is away.')
      }
      return read(fn)
    }
    eve.send({ type: 'join', id: 'join', channel: 'C0HELP' })
    expect(await eve.closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(unexpectedErrors).toHaveLength(1)
    const epoch = eve.firstFrame.type === 'welcome' ? eve.firstFrame.epoch : ''
    const hello = { after: eve.progress.seq, epoch, watching: ['C0HELP'] }
    const back = await connectViewer(url, 'U0EVE', hello, eve)
    await back.until(() => shownLength(back, ts) === 7)
  })

  test('is disconnected if its welcome cannot be read', async () => {
    const { url, store, unexpectedErrors } = await startServer()
    const read = store.snapshot
    store.snapshot = () => {
      store.snapshot = read
      throw new Error('The database is away.')
    }
    const { socket, closed } = await connectFeedSocket(url, 'U0EVE')
    socket.send(JSON.stringify({ type: 'hello', protocol: 1 }))
    expect(await closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(unexpectedErrors).toHaveLength(1)
    expect((await connectViewer(url, 'U0EVE')).firstFrame.type).toBe('welcome')
  })

  test('is read no further while one of them hangs and bytes wait, and then gets all answers', async () => {
    const { url, store, unexpectedErrors } = await startServer()
    const asking = await connectViewer(url, 'U0ANA')
    const hung = Promise.withResolvers<void>()
    const read = store.snapshot.bind(store)
    store.snapshot = (fn) => hung.promise.then(() => read(fn))
    asking.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    const before = bytesReadFrom(asking)
    const long = 'x'.repeat(10 * kilobyte)
    for (let i = 0; i < 100; i++) asking.send({ type: 'send', id: `${i}`, channel: 'C0NOWHERE', text: long })
    await pause(300)
    // One read of Node beyond what may wait, and the one before it.
    expect(bytesReadFrom(asking) - before).toBeLessThan(4 * 64 * kilobyte)
    hung.resolve()
    await asking.until(() => asking.frames.filter(({ type }) => type === 'refused').length === 100)
    expect(unexpectedErrors).toEqual([])
  })

  test('lets others be served between two answers', async () => {
    const { asking, other, ask, ping, reads } = await createLongThread(0)
    ask(190)
    await ping(other)
    expect(reads.count).toBeLessThan(95)
    await ping(asking)
    expect(reads.count).toBe(190)
  })
})
