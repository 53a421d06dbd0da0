import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { markdownOf } from '@rivulet/blocks/reply'
import { describe, expect, test } from 'vitest'
import { say } from '#domain/people'
import { actsOn, text } from '#testing/scene'
import { aServer } from '#testing/server'
import { type AViewer, aViewer } from '#testing/viewer'
import { closeReasons } from './feedProtocol.ts'
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
  return { ...server, ...acts, slow, other, start }
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
