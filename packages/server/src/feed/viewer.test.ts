import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { text } from '#testing/workspace/domain'
import type { TestViewer } from '#testing/feed/viewer'
import {
  kilobyte,
  general,
  unsentBytesFor,
  connectSlowAndOtherViewer,
  shownLength,
  untilChecked,
  waitForStandstill,
} from '#testing/feed/slowViewers'

describe('a browser that takes nothing', () => {
  test('takes little memory, holds up nobody, and has the whole stream when it takes bytes again', async () => {
    const { slow, other, start, append, unexpectedErrors } = await connectSlowAndOtherViewer()
    const ts = await start()
    let most = 0
    const pieces = 1200
    for (let i = 0; i < pieces; i++) {
      await append(ts, text('x'.repeat(12_000)), general)
      if (i % 3 === 2) await pause(12)
      most = Math.max(most, unsentBytesFor(slow))
    }
    await other.until(() => shownLength(other, ts) === 12_000 * pieces + 1)
    expect(other.progress).toMatchObject({ refetches: 0 })
    expect(other.frames.filter(({ type }) => type === 'channel')).toHaveLength(1)
    expect(most).toBeGreaterThan(64 * kilobyte)
    expect(most).toBeLessThan(512 * kilobyte)

    slow.socket.resume()
    await slow.until(() => shownLength(slow, ts) === 12_000 * pieces + 1)
    await append(ts, text('.'), general)
    await slow.until(() => shownLength(slow, ts) === 12_000 * pieces + 2)
    expect(slow.progress.refetches).toBe(0)
    expect(unexpectedErrors).toEqual([])
  })

  test('is sent missed streams of several channels one by one, and no delta out of order', async () => {
    const { slow, other, start, append, store, acts } = await connectSlowAndOtherViewer()
    const places = [general, { team_id: 'T0ACME', id: 'C0HELP' }]
    for (const viewer of [slow, other]) viewer.send({ type: 'open', channel: 'C0HELP' })
    const streams = [await start(), await acts.start(text('>'), { channel: 'C0HELP', user: 'U0ANA', team: 'T0ACME' })]
    const grown = (viewer: TestViewer, length: number) => streams.every((ts) => shownLength(viewer, ts) === length)
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
    expect(slow.progress.refetches).toBe(0)
  })

  test('is closed with a reason when too many frames that cannot be dropped are waiting', async () => {
    const { slow, other, store, findPerson, unexpectedErrors } = await connectSlowAndOtherViewer()
    const ben = await findPerson('U0BEN')
    const large = { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(2900) } } as const
    const blocks = Array.from({ length: 30 }, () => large)
    const said: string[] = []
    let unsent = 0
    // Once it is being closed nothing is added any more.
    for (let still = 0; still < 4;) {
      said.push(await store.write((tx) => sendMessage(tx, ben, { channelId: general.id, blocks })))
      await other.until(() => other.messages.has(said.at(-1)!))
      const before = unsent
      unsent = unsentBytesFor(slow)
      still = unsent > 1024 * kilobyte && unsent === before ? still + 1 : 0
    }
    expect(unsent).toBeLessThan(64 * 1024 * kilobyte)
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    expect([...other.messages.keys()]).toEqual(expect.arrayContaining(said))
    expect(other.progress.refetches).toBe(0)
    expect(unexpectedErrors).toEqual([])
  })

  test('is closed with a reason after ten seconds, however little is waiting', async () => {
    const { slow, other, start, append, letPass } = await connectSlowAndOtherViewer()
    const ts = await start()
    while (unsentBytesFor(slow) === 0) {
      for (let i = 0; i < 4; i++) await append(ts, text('x'.repeat(12_000)), general)
      await pause(25)
    }
    await waitForStandstill(slow)
    const most = unsentBytesFor(slow)
    expect(most).toBeLessThan(256 * kilobyte)
    await untilChecked()
    letPass(9_900)
    await untilChecked()
    expect(unsentBytesFor(slow)).toBe(most)
    // Nothing else is sent any more, so the next frame is the one that closes.
    letPass(100)
    await expect.poll(() => unsentBytesFor(slow)).toBeGreaterThan(most)
    slow.socket.resume()
    expect(await slow.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
    await append(ts, text('.'), general)
    const length = shownLength(other, ts)
    await other.until(() => shownLength(other, ts) > length)
  })
})
