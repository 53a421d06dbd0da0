import { describe, expect, test } from 'vitest'
import { jsonBytes, maxPageBytes } from '#domain/page'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { actionsOn, dm, rootTs } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer } from '#testing/feed/viewer'

const help = 'C0HELP'
const many = Array.from({ length: 30 }, (_, i) => i)

/** A server with large messages at the top of a channel and of a direct message, and as replies. */
async function startLarge() {
  const server = await startServer()
  const acts = actionsOn(server.store)
  const row = await server.store.db
    .selectFrom('messages')
    .selectAll()
    .where('channel_id', '=', dm.id)
    .where('ts', '=', rootTs)
    .executeTakeFirstOrThrow()
  const text = 'x'.repeat(90_000)
  const tsOf = (i: number) => `17672260${String(i).padStart(2, '0')}.000100`
  await server.store.write(async (tx) => {
    for (const i of many)
      for (const place of [
        { channel_id: help, thread_ts: null },
        { channel_id: dm.id, thread_ts: rootTs },
      ])
        await tx
          .insertInto('messages')
          .values({ ...row, ...place, ts: tsOf(i), text, client_msg_id: null })
          .execute()
  })
  return { ...server, ...acts, all: many.map(tsOf) }
}

function expectSmall(frames: readonly ServerFrame[]): void {
  for (const frame of frames) expect(jsonBytes(frame)).toBeLessThan(maxPageBytes + 20_000)
}

describe('[ENV-12] a frame with messages has at most a megabyte', () => {
  test('when a channel is opened; the page asks for older ones', async () => {
    const { url, all } = await startLarge()
    const ana = await connectViewer(url, 'U0ANA')
    const first = await ana.open(help)
    expect(first.has_more).toBe(true)
    const seen = first.messages.map(({ ts }) => ts)
    for (let more = true; more;) {
      const from = ana.frames.length
      ana.send({ type: 'history', channel: help, before: seen[0] ?? '' })
      const older = await ana.next((frame) => frame.type === 'history', from)
      if (older.type !== 'history') throw new Error(older.type)
      seen.unshift(...older.messages.map(({ ts }) => ts))
      more = older.older !== undefined
    }
    expect(seen.filter((ts) => all.includes(ts))).toEqual(all)
    expectSmall(ana.frames)
  })

  test('when a direct message or a thread is opened; the page asks for older replies', async () => {
    const { url, all } = await startLarge()
    const ana = await connectViewer(url, 'U0ANA')
    const opened = await ana.open(dm.id)
    const newest = opened.messages.filter(({ ts }) => all.includes(ts))
    expect(newest.length).toBeGreaterThan(0)
    expect(newest.length).toBeLessThan(all.length)
    ana.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    const thread = await ana.next((frame) => frame.type === 'thread')
    if (thread.type !== 'thread') throw new Error(thread.type)
    expect(thread.messages[0]).toMatchObject({ ts: rootTs, replies: { count: all.length } })
    const seen = thread.messages.slice(1).map(({ ts }) => ts)
    while (seen.length < all.length) {
      const from = ana.frames.length
      ana.send({ type: 'thread', channel: dm.id, thread_ts: rootTs, before: seen[0] ?? '' })
      const older = await ana.next((frame) => frame.type === 'thread', from)
      if (older.type !== 'thread' || older.messages.length === 0) throw new Error('Nothing more came.')
      expect(older.before).toBe(seen[0])
      seen.unshift(...older.messages.map(({ ts }) => ts))
    }
    expect(seen).toEqual(all)
    expectSmall(ana.frames)
  })

  test('with pinned messages; the page asks for the rest', async () => {
    const { url, store, all } = await startLarge()
    await store.write(async (tx) => {
      for (const [n, ts] of all.entries())
        await tx
          .insertInto('pins')
          .values({ team_id: 'T0ACME', channel_id: help, ts, user_id: 'U0ANA', n, pinned_at: 0 })
          .execute()
    })
    const ana = await connectViewer(url, 'U0ANA')
    const seen: string[] = []
    for (let more = true; more;) {
      const id = `pins ${seen.length}`
      const after = seen.at(-1)
      ana.send({ type: 'pins', id, channel: help, ...(after === undefined ? {} : { after }) })
      const page = await ana.next((frame) => frame.type === 'pins' && frame.id === id)
      if (page.type !== 'pins') throw new Error(page.type)
      seen.push(...page.pins.map(({ message }) => message.ts))
      more = page.has_more
    }
    expect(seen).toEqual(all.toReversed())
    expectSmall(ana.frames)
  })
})

test('[ENV-12] `welcome` has neither the members of groups nor more than fits; the rest follows', async () => {
  const { url, store } = await startServer()
  const users = Array.from({ length: 5000 }, (_, i) => `U0MANY${String(i).padStart(5, '0')}`)
  await store.write(async (tx) => {
    const like = await tx.selectFrom('users').selectAll().where('id', '=', 'U0BEN').executeTakeFirstOrThrow()
    for (const [i, id] of users.slice(0, 1500).entries())
      await tx
        .insertInto('users')
        .values({ ...like, id, name: id.toLowerCase(), email: null, real_name: '𝌆'.repeat(80), display_name: `${i}` })
        .execute()
    for (let i = 0; i < 20; i++) {
      const group = { team_id: like.team_id, id: `S0MANY${i}`, handle: `many${i}`, name: `Many ${i}` }
      await tx
        .insertInto('usergroups')
        .values({ ...group, users: i === 7 ? [...users, 'U0ANA'] : users })
        .execute()
    }
  })
  const ana = await connectViewer(url, 'U0ANA')
  if (ana.firstFrame.type !== 'welcome') throw new Error(ana.firstFrame.type)
  expect(ana.firstFrame.usergroups.find(({ id }) => id === 'S0MANY7')).toMatchObject({ members: 5001, mine: true })
  expect(ana.firstFrame.usergroups.find(({ id }) => id === 'S0MANY8')).toMatchObject({ members: 5000 })
  expect(ana.firstFrame.usergroups.find(({ id }) => id === 'S0MANY8')).not.toHaveProperty('mine')
  const { length: before } = ana.firstFrame.users
  ana.send({ type: 'group_members', id: 'who', usergroup: 'S0MANY8' })
  expect(await ana.next((frame) => frame.type === 'group_members')).toMatchObject({ id: 'who', users })
  ana.send({ type: 'groups_of', id: 'where', user: 'U0ANA' })
  expect(await ana.next((frame) => frame.type === 'groups_of')).toMatchObject({
    usergroups: expect.arrayContaining(['S0MANY7']),
  })
  ana.send({ type: 'group_members', id: 'none', usergroup: 'S0NOPE' })
  expect(await ana.next((frame) => frame.type === 'refused')).toMatchObject({ id: 'none', error: 'no_such_subteam' })
  const rest = ana.frames.flatMap((frame) => (frame.type === 'directory' ? frame.users : []))
  expect(rest.length).toBeGreaterThan(0)
  expect(before + rest.length).toBeGreaterThanOrEqual(1500)
  for (const frame of ana.frames) expect(jsonBytes(frame)).toBeLessThan(maxPageBytes + 100_000)
})
