import { describe, expect, test } from 'vitest'
import { postgresStorage } from '#testing/model/storage'
import { postgres } from '#testing/database/postgres'
import { createWatchedChannel, pauseNextSnapshot, connectWithoutHello, textsSentOf } from '#testing/feed/orderScene'

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
