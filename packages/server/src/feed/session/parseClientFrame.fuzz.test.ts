import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startCrashableServer } from '#testing/model/crashableServer'
import { postgresStorage, sqliteStorage, type Storage } from '#testing/model/storage'
import { startServer } from '#testing/server/server'
import { postgres } from '#testing/database/postgres'
import { connectFeedSocket } from '#testing/feed/socket'
import { connectViewer } from '#testing/feed/viewer'
import { allowedValues } from '#testing/mutations/allowedValues'
import { clientFrame, parseClientFrame } from './parseClientFrame.ts'

const types = clientFrame.options.flatMap(({ shape }) => [...shape.type.values])
const hostile = [
  '',
  '\0',
  '\ud800',
  '__proto__',
  "' or 1=1 --",
  'C0THREAD',
  'U0ANA',
  'U0BEN',
  '1767225600.000100',
  '1e400',
  'é'.repeat(32),
]
const value = fc.oneof(
  fc.constantFrom<unknown>(...hostile, -1, 1.5, null, true, [], {}, ['U0BEN'], 2 ** 53),
  fc.string(),
)
const names = [
  'channel',
  'thread_ts',
  'ts',
  'before',
  'text',
  'user',
  'users',
  'name',
  'private',
  'topic',
  'after',
  'around',
]

/** A frame of any type. Its fields may or may not fit the type. */
const anyFrame = fc
  .tuple(fc.constantFrom(...types, 'shout'), fc.dictionary(fc.constantFrom(...names, 'x'), value, { maxKeys: 6 }))
  .map(([type, fields]) => JSON.stringify({ id: 'x', ...fields, type }))

/** Frames that the protocol allows, of every type but the first one, with these times of messages, these channels and hostile texts as their values. */
const allowedFrames = (times: readonly string[], channels: readonly string[]) =>
  allowedValues(clientFrame, {
    patterned: fc.constantFrom('0000000000.000000', '9999999999.999999', ...times),
    free: fc.oneof(fc.constantFrom('C0THREAD', ...channels, 'U0ANA', 'U0BEN'), fc.constantFrom(...hostile)),
  })
    .map((frame) => JSON.stringify(frame))
    .filter((frame) => typeof parseClientFrame(frame) === 'object' && !frame.includes('"type":"hello"'))

test('a frame is parsed or rejected', () => {
  fc.assert(
    fc.property(fc.oneof(anyFrame, allowedFrames([], []), fc.string(), fc.json()), (given) => {
      const frame = parseClientFrame(given)
      if (typeof frame === 'string') expect(['not_json', 'not_of_the_protocol']).toContain(frame)
      else expect([...types, 'unknown']).toContain(frame.type)
    }),
  )
})

/** How many pages one person opens, one after the other. `npm run fuzz -- --runs 1000000` sets more. */
const pages = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 20_000) / 5000)

const media: [string, (() => Storage) | undefined][] = [
  ['an SQLite file', () => sqliteStorage()],
  ['PostgreSQL', postgres ? () => postgresStorage(postgres ?? '') : undefined],
]

describe.each(media.filter(([, medium]) => medium))('a server on %s', (_, medium) => {
  test(
    'answers every allowed frame, survives all others, and keeps serving other viewers',
    { timeout: 60_000 + 5000 * pages },
    async () => {
      const server = await startCrashableServer(medium!())
      const seed = Math.trunc(Math.random() * 2 ** 31)
      const bystander = await connectViewer(server.url, 'U0BEN')
      const [times, channels]: [string[], string[]] = [[], []]
      let refused = 0
      for (let page = 0; page < pages; page++) {
        const ana = await connectViewer(server.url, 'U0ANA')
        ana.send({ type: 'send', id: `first of ${page}`, channel: 'C0THREAD', text: 'Hm' })
        const confirmed = await ana.next((frame) => frame.type === 'done' || frame.type === 'refused')
        if ('ts' in confirmed && typeof confirmed.ts === 'string') times.push(confirmed.ts)
        const frames = fc.sample(allowedFrames(times, channels.slice(0, 3)), { numRuns: 150, seed: seed + page })
        for (const frame of frames) ana.socket.send(frame)
        ana.send({ type: 'ping' })
        await ana.until(() => ana.frames.filter(({ type }) => type === 'pong').length > frames.filter(isPing).length)
        expect(server.unexpectedErrors, `seed ${seed + page}`).toEqual([])
        for (const frame of ana.frames) if (frame.type === 'opened') channels.unshift(frame.channel)
        refused += ana.frames.filter(({ type }) => type === 'refused').length
      }
      expect(refused).toBeGreaterThan(20 * pages)
      bystander.send({ type: 'ping' })
      await bystander.next((frame) => frame.type === 'pong')
    },
  )

  test('starts anew for a cursor from the future, however large', async () => {
    const server = await startCrashableServer(medium!())
    const { firstFrame } = await connectViewer(server.url, 'U0ANA')
    const epoch = firstFrame.type === 'welcome' ? firstFrame.epoch : ''
    const { socket } = await connectFeedSocket(server.url, 'U0ANA')
    socket.send(JSON.stringify({ type: 'hello', protocol: 1, after: Number.MAX_SAFE_INTEGER, epoch, watching: ['\0'] }))
    const [answer] = await once(socket, 'message')
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'welcome', reset: 'future_cursor' })
  })
})

describe('a socket', () => {
  test.each<[string, object]>([
    ['below zero', { after: -1 }],
    ['between two numbers', { after: 1.5 }],
    ['a word', { after: '1' }],
    ['nothing', { after: null }],
    ['past what a number can tell apart', { after: 2 ** 53 }],
    ['with an epoch that is not a string', { after: 1, epoch: 7 }],
    ['with an endless epoch', { after: 1, epoch: 'e'.repeat(65) }],
    ['for too many channels', { after: 1, watching: Array<string>(21).fill('C0THREAD') }],
    ['for channels that are not strings', { after: 1, watching: [7] }],
  ])('is closed with a reason if its cursor is %s', async (_kind, hello) => {
    const server = await startServer()
    const { socket, closed } = await connectFeedSocket(server.url, 'U0ANA')
    socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...hello }))
    expect(await closed).toEqual({ code: 4001, reason: 'not_of_the_protocol' })
    expect(server.unexpectedErrors).toEqual([])
  })
})

function isPing(frame: string): boolean {
  return frame.includes('"type":"ping"')
}
