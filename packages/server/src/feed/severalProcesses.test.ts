import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createInProcessBus } from '#bus/inProcess'
import { newestSeq } from '#domain/log/numbers'
import { sendMessage } from '#domain/people/messages/send'
import { readOpenStream } from '#domain/streams/read'
import type { Db } from '#store/db'
import { postgresStorage } from '#testing/model/storage'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { createWatchedChannel, pauseNextSnapshot, connectWithoutHello, textsSentOf } from '#testing/feed/orderScene'
import { dm, loadAcme } from '#testing/workspace/domain'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { Feed } from './feed.ts'
import { Viewer } from './viewer.ts'

describe.skipIf(!postgres)('several processes on PostgreSQL', () => {
  test('a change that is read before a snapshot and sent after it does not undo it', async () => {
    const { store, channel, viewer, other, call, unexpectedErrors } = await createWatchedChannel(
      postgresStorage(postgres ?? ''),
    )
    // The changes for all viewers have been read, and are not sent yet.
    const bringing = pauseNextSnapshot(store, 'after')
    const ts = await call('chat.postMessage', { text: 'First' })
    await bringing.reached
    await call('chat.update', { ts, text: 'Then' })
    const opening = pauseNextSnapshot(store, 'after')
    viewer.send({ type: 'open', channel })
    await opening.reached
    opening.goOn()
    await new Promise((done) => setTimeout(done, 50))
    bringing.goOn()
    await other.until(() => other.messages.get(ts)?.text === 'Then')
    await viewer.open(channel)
    expect(textsSentOf(viewer, ts)).not.toContain('First')
    expect(textsSentOf(viewer, ts)).toContain('Then')
    expect(unexpectedErrors).toEqual([])
  })

  test('a snapshot has no more of a stream than there was when it began, also if a later one was read meanwhile', async () => {
    const { store, channel, call } = await createWatchedChannel(postgresStorage(postgres ?? ''))
    const thread_ts = await call('chat.postMessage', { text: 'Count, please' })
    const to = { thread_ts, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
    const ts = await call('chat.startStream', { ...to, markdown_text: 'one ' })
    const read = (db: Db) => readOpenStream(db, { team_id: 'T0ACME', channel_id: channel, ts })

    const deltas = await store.snapshot(async (before) => {
      const first = await newestSeq(before, 'T0ACME')
      await call('chat.appendStream', { ts, markdown_text: 'two ' })
      const later = await store.snapshot(async (db) => ({ seq: await newestSeq(db, 'T0ACME'), n: (await read(db))?.n }))
      expect(later).toEqual({ seq: first + 1, n: 2 })
      return (await read(before))?.n
    })

    expect(deltas).toBe(1)
    expect((await store.snapshot(read))?.n).toBe(2)
  })

  test('a viewer that comes from another process is sent nothing before it is greeted', async () => {
    const { store, url, viewer, hello, other, call } = await createWatchedChannel(postgresStorage(postgres ?? ''))
    const cursor = hello()
    viewer.socket.terminate()
    const { frames, frameTypes, greet } = await connectWithoutHello(url)
    const [locked, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = store.write(async (tx) => {
      await sql`lock table sessions`.execute(tx)
      locked.resolve()
      await ready.promise
    })
    await locked.promise
    greet(cursor)
    // It is among those that changes are sent to, and it is looked whether its session has ended.
    const waiting = sql`select from pg_locks where not granted and relation = 'sessions'::regclass`
    await expect.poll(async () => (await waiting.execute(store.db)).rows).not.toEqual([])

    const ts = await call('chat.postMessage', { text: 'Meanwhile' })
    await other.until(() => other.messages.has(ts))
    ready.resolve()
    await locking

    await expect.poll(() => textsIn(frames)).toContain('Meanwhile')
    expect(frameTypes()[0]).toBe('resumed')
  })

  test('a change that is brought to nobody any more does not reach those who came since', async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    const { store, findPerson } = await loadAcme(open)
    const bus = createInProcessBus()
    store.onLogged = (news) => bus.publish(news)
    const unexpectedErrors: unknown[] = []
    const feed = new Feed(store, bus, (error) => unexpectedErrors.push(error))
    const sockets = new WebSocketServer({ port: 0 })
    onTestFinished(async () => {
      await feed.stop()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await close()
    })
    const ana = await findPerson('U0ANA')
    const first = await connect()
    const bringing = pauseNextSnapshot(store, 'after')
    await store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: 'Before' }))
    await bringing.reached
    feed.viewers.remove(first.viewer)

    const second = await connect()
    bringing.goOn()
    await store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: 'After' }))

    await expect.poll(() => second.received()).toContain('After')
    await feed.stop()
    await second.closed
    expect(second.received()).not.toContain('Before')
    expect(unexpectedErrors).toEqual([])

    async function connect() {
      const socket = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`)
      const frames: string[] = []
      socket.on('message', (data: Buffer) => frames.push(data.toString()))
      const [theirs, request] = await once(sockets, 'connection')
      const viewer = new Viewer({ person: ana, hash: 'ana', expiresAt: Infinity }, theirs, request.socket)
      feed.viewers.add(viewer)
      await feed.startDelivering(viewer)
      return { viewer, closed: once(socket, 'close'), received: () => frames.join('\n') }
    }
  })

  test('many viewers that resume at once leave connections to writers and readers', async () => {
    const { store, url, hello, other, call, unexpectedErrors } = await createWatchedChannel(
      postgresStorage(postgres ?? ''),
    )
    const read = store.snapshot.bind(store)
    const [reads, ready] = [{ now: 0, most: 0, all: 0 }, Promise.withResolvers<void>()]
    store.snapshot = (fn) =>
      read(async (db) => {
        const value = await fn(db)
        if (typeof value !== 'object' || value === null || !('frames' in value)) return value
        reads.most = Math.max(reads.most, ++reads.now)
        reads.all++
        await ready.promise
        reads.now--
        return value
      })
    const browsers = await Promise.all(Array.from({ length: 25 }, () => connectWithoutHello(url)))
    for (const { greet } of browsers) greet(hello())
    await expect.poll(() => reads.now).toBeGreaterThan(1)
    for (let i = 0; i < 10; i++) {
      const ts = await call('chat.postMessage', { text: 'Meanwhile' })
      await other.until(() => other.messages.has(ts))
    }
    expect(reads.most).toBeLessThan(5)
    ready.resolve()
    for (const { frameTypes } of browsers) await expect.poll(frameTypes).toContain('resumed')
    expect(reads.all).toBe(browsers.length)
    expect(unexpectedErrors).toEqual([])
  })
})

function textsIn(frames: readonly ServerFrame[]): string[] {
  return frames.flatMap((frame) => (frame.type === 'message' ? [frame.message.text] : []))
}
