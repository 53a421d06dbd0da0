import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startCrashableServer } from '#testing/model/crashableServer'
import { postgresStorage, sqliteStorage, type Storage } from '#testing/model/storage'
import { startServer } from '#testing/server/server'
import { postgres } from '#testing/database/postgres'
import { connectFeedSocket } from '#testing/feed/socket'
import { connectViewer } from '#testing/feed/viewer'
import { parseClientFrame } from './parseClientFrame.ts'

const types = [
  'hello',
  'open',
  'close',
  'thread',
  'history',
  'send',
  'stop',
  'direct',
  'mark',
  'create',
  'join',
  'leave',
  'conversations',
  'work',
  'looks',
]
const later = ['forward', 'save', 'unsave', 'later', 'versions']
const kept = [
  'draft',
  'draft_of',
  'pins',
  'pin',
  'unpin',
  'unbookmark',
  'unschedule',
  'send_scheduled',
  'react',
  'typed',
]
const sought = ['edit', 'delete', 'group_members', 'groups_of', 'unread']
const changes = [
  ...later,
  ...kept,
  ...sought,
  'sessions',
  'end_sessions',
  'invite',
  'kick',
  'topic',
  'archive',
  'hide',
  'ping',
  'shout',
]
const hostile = [
  '',
  '\0',
  '\ud800',
  '__proto__',
  "' or 1=1 --",
  'C0THREAD',
  'U0ANA',
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
  .tuple(fc.constantFrom(...types, ...changes), fc.dictionary(fc.constantFrom(...names, 'x'), value, { maxKeys: 6 }))
  .map(([type, fields]) => JSON.stringify({ id: 'x', ...fields, type }))
/** Frames that the protocol allows, with hostile texts as their values. */
const text = fc.constantFrom(...hostile.filter((one) => one !== ''))
const ts = fc.constantFrom('0000000000.000000', '9999999999.999999', '1767225600.000100')
const from = fc.constantFrom({ channel: 'C0HELP', ts: '1767225600.000100' }, { channel: '\0', ts: '9999999999.999999' })
const show = fc.constantFrom('open', 'done')
const draft = fc.constantFrom(null, { text: '\0', picked: [] })
const allowed = fc
  .record({
    channel: text,
    id: text,
    thread_ts: ts,
    ts,
    before: ts,
    text,
    user: text,
    name: text,
    topic: text,
    show,
    from,
    draft,
    at: fc.constantFrom(0, 2 ** 53 - 1),
    bookmark: text,
    scheduled: text,
    usergroup: text,
  })
  .chain((fields) =>
    fc
      .tuple(
        fc.constantFrom(...types.slice(1), ...changes.slice(0, -1)),
        fc.boolean(),
        fc.array(text, { minLength: 1, maxLength: 3 }),
      )
      .map(([type, isPrivate, users]) => JSON.stringify({ ...fields, type, private: isPrivate, users })),
  )

test('a frame is parsed or rejected', () => {
  fc.assert(
    fc.property(fc.oneof(anyFrame, allowed, fc.string(), fc.json()), (given) => {
      const frame = parseClientFrame(given)
      if (typeof frame === 'string') expect(['not_json', 'not_of_the_protocol']).toContain(frame)
      else expect([...types, ...changes]).toContain(frame.type)
    }),
  )
})

const media: [string, (() => Storage) | undefined][] = [
  ['an SQLite file', () => sqliteStorage()],
  ['PostgreSQL', postgres ? () => postgresStorage(postgres ?? '') : undefined],
]

describe.each(media.filter(([, medium]) => medium))('a server on %s', (_, medium) => {
  test('answers every allowed frame, survives all others, and keeps serving other viewers', async () => {
    const server = await startCrashableServer(medium!())
    const seed = Math.trunc(Math.random() * 2 ** 31)
    const frames = fc.sample(allowed, { numRuns: 150, seed })
    const [ana, bystander] = [await connectViewer(server.url, 'U0ANA'), await connectViewer(server.url, 'U0BEN')]
    for (const frame of frames) ana.socket.send(frame)
    ana.send({ type: 'ping' })
    await ana.until(() => ana.frames.filter(({ type }) => type === 'pong').length > frames.filter(isPing).length)
    expect(server.unexpectedErrors, `seed ${seed}`).toEqual([])
    const refused = ana.frames.filter(({ type }) => type === 'refused')
    expect(refused.length).toBeGreaterThan(20)
    bystander.send({ type: 'ping' })
    await bystander.next((frame) => frame.type === 'pong')
  })

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
