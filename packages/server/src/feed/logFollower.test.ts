import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createInProcessBus } from '#bus/inProcess'
import { logEntry } from '#domain/log/entry'
import type { Store } from '#store/db'
import type { FollowedEntry, News } from '#store/news'
import { openSqlite } from '#store/sqlite/open'
import { onBothDatabases } from '#testing/database/databases'
import { LogFollower } from './logFollower.ts'

onBothDatabases('a follower of the log of a team', (open) => {
  test('handles every entry once and in order, whatever the bus loses, doubles and reorders', async () => {
    const store = await open()
    const { bus, handled } = await follow(store)
    const kept: News[] = []
    store.onLogged = (news) => kept.push(news)
    for (let i = 0; i < 60; i++)
      await store.write(async (tx) => {
        tx.work.log({ ...logEntry('status', i % 3 === 2 ? 'T2' : 'T1'), ts: `${i}` })
        if (i % 5 === 0) tx.work.log({ ...logEntry('status', 'T1'), ts: `${i} again` })
      })
    const ofTeam = kept.filter(({ team }) => team === 'T1')
    const disturbed = ofTeam.flatMap((news, i) => (i % 7 === 3 ? [] : i % 4 === 0 ? [news, news] : [news]))
    for (let i = 0; i + 2 < disturbed.length; i += 3) disturbed.splice(i, 3, ...disturbed.slice(i, i + 3).toReversed())
    for (const news of [...disturbed, ...ofTeam.slice(-1)]) {
      bus.wake(news)
      await turn()
    }
    const logged = ofTeam.flatMap((news) => news.logged?.entries.map(({ ts }) => ts) ?? [])
    await expect.poll(handled).toEqual(logged)
    // Whoever is told nothing but a number reads the log, and so does whoever has heard nothing for a while.
    store.onLogged = () => {}
    await store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts: 'read' }))
    bus.wake({ team: 'T1', last: (ofTeam.at(-1)?.last ?? 0) + 1 })
    await expect.poll(handled).toEqual([...logged, 'read'])
  })

  test('believes the log, and no news that say it goes further', async () => {
    const store = await open()
    const { bus, handled } = await follow(store)
    const log = (ts: string) => store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts }))
    await log('a')
    bus.wake({ team: 'T1', last: 9e15 })
    await expect.poll(handled).toEqual(['a'])
    await turns(10)
    await log('b')
    bus.wake({ team: 'T1', last: 2 })
    await expect.poll(handled).toEqual(['a', 'b'])
  })

  test('does not read the log if the entries came along', async () => {
    const store = await open()
    const { bus, handled } = await follow(store)
    store.onLogged = (news) => bus.publish(news)
    await store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T2'), ts: 'of another team' }))
    const countReads = countReadsOf(store)
    for (let i = 0; i < 5; i++) {
      await store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts: `${i}` }))
      await expect.poll(async () => (await handled()).at(-1)).toBe(`${i}`)
    }
    expect(await handled()).toEqual(['0', '1', '2', '3', '4'])
    expect(countReads()).toBe(0)
  })

  test('[BUS-5] compares what messages brought with the log, once for many of them', async () => {
    const { bus, handled, cursors, falseEntries, log, countReads, newest } = await startHearsay(await open())
    for (const ts of ['a', 'b', 'c']) bus.hear(await log(ts))
    await expect.poll(handled).toEqual(['a', 'b', 'c'])
    expect(countReads()).toBe(0)
    await expect.poll(countReads).toBe(1)
    await turns(100)
    // What is confirmed is not compared again, and the next viewers go on behind it.
    const confirmed = newest()
    bus.hear(await log('d'))
    await expect.poll(countReads).toBe(2)
    expect(await handled()).toEqual(['a', 'b', 'c', 'd'])
    expect(cursors.at(-1)).toBe(confirmed)
    expect(falseEntries).toEqual([])
  })

  test('[BUS-5] notices entries that nobody has logged, and lets no cursor go beyond what is confirmed', async () => {
    const { bus, handled, cursors, falseEntries, log, forge, newest } = await startHearsay(await open())
    bus.publish(await log('a'))
    await expect.poll(handled).toEqual(['a'])
    const confirmed = newest()
    bus.hear(forge('false'))
    await expect.poll(handled).toEqual(['a', 'false'])
    bus.hear(forge('also false', confirmed + 1))
    await expect.poll(handled).toEqual(['a', 'false', 'also false'])
    expect(cursors.slice(1)).toEqual([confirmed, confirmed])
    await expect.poll(() => falseEntries).toEqual(['T1'])
  })

  test('[BUS-5] notices an entry that has the number of another one, also if only what it carries is another', async () => {
    for (const change of [
      { ts: 'false' },
      { kind: 'delta' as const, body: [{ type: 'markdown_text' as const, text: 'x' }] },
    ]) {
      const { bus, handled, falseEntries, log, forge } = await startHearsay(await open())
      const forged = forge('a', undefined, change)
      bus.hear(forged)
      await expect.poll(handled).toHaveLength(1)
      bus.wake({ team: 'T1', last: (await log('a', 'body' in change ? { ...change, body: [] } : {})).last })
      await expect.poll(() => falseEntries).toEqual(['T1'])
    }
  })

  test('[BUS-5] compares them when the database is back', async () => {
    const store = await open()
    const { bus, handled, falseEntries, forge, follower } = await startHearsay(store)
    const errors: unknown[] = []
    follower.onUnexpectedError = (error) => errors.push(error)
    const { selectFrom } = store.db
    store.db.selectFrom = () => {
      throw new Error('away')
    }
    onTestFinished(() => void (store.db.selectFrom = selectFrom))
    bus.hear(forge('false'))
    await expect.poll(() => errors).toHaveLength(1)
    expect([await handled(), falseEntries]).toEqual([['false'], []])
    store.db.selectFrom = selectFrom
    await expect.poll(() => falseEntries).toEqual(['T1'])
  })

  test('[BUS-5] reads the log in place of what messages brought, for as long as it is told', async () => {
    const { bus, handled, log, forge, countReads } = await startHearsay(await open(), Infinity)
    bus.hear(forge('false'))
    await expect.poll(countReads).toBe(1)
    bus.hear(await log('a'))
    await expect.poll(handled).toEqual(['a'])
    expect(countReads()).toBe(2)
  })
})

describe('a follower of the log', () => {
  test('stopping does not wait for the next attempt to read a failing database', async () => {
    const store = await openSqlite(':memory:')
    const { bus, follower } = await follow(store)
    await store.close()
    const refused = new Promise((resolve) => (follower.onUnexpectedError = resolve))
    bus.wake({ team: 'T1', last: 1 })
    expect(await refused).toBeInstanceOf(Error)
    // Within its turn of the event loop, while the next attempt is a second away.
    const stopped = follower.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, turns(100)])).toBe('stopped')
  })

  test('handles again what could not be handled', async () => {
    const store = await openSqlite(':memory:')
    let failures = 1
    const { bus, handled, follower } = await follow(store, () => {
      if (failures-- > 0) throw new Error('not now')
    })
    const errors: unknown[] = []
    follower.onUnexpectedError = (error) => errors.push(error)
    store.onLogged = (news) => bus.publish(news)
    for (const ts of ['a', 'b']) await store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts }))
    await expect.poll(handled, { timeout: 30_000 }).toEqual(['a', 'b'])
    expect(errors).toHaveLength(1)
  })
})

async function follow(store: Store, before = () => {}, believesFrom = 0) {
  const bus = createInProcessBus()
  const seen: (string | null)[] = []
  const cursors: number[] = []
  const source = { db: store.db, bus, teamId: 'T1', believesFrom }
  const follower = new LogFollower(source, 0, async (entries, cursor) => {
    before()
    await turn()
    seen.push(...entries.map(({ ts }) => ts))
    cursors.push(cursor)
  })
  await follower.start()
  onTestFinished(() => follower.stop())
  return { bus, follower, cursors, handled: async () => seen }
}

/** A follower that hears by messages alone what others log. */
async function startHearsay(store: Store, believesFrom?: number) {
  let last: News = { team: 'T1', last: 0 }
  store.onLogged = (news) => (last = news)
  const log = async (ts: string, about: Partial<FollowedEntry> = {}) => {
    const { kind = 'status', body } = about
    await store.write(async (tx) => tx.work.log({ ...logEntry(kind, 'T1'), ts, ...(body ? { body } : {}) }))
    return last
  }
  await log('before')
  const scene = await follow(store, () => {}, believesFrom)
  const falseEntries: string[] = []
  scene.follower.onFalse = () => falseEntries.push('T1')
  return { ...scene, falseEntries, log, forge, newest: () => last.last, countReads: countReadsOf(store) }

  function forge(ts: string, after = last.last, change: Partial<FollowedEntry> = {}): News {
    const entry = { kind: 'status' as const, team_id: 'T1', channel_id: null, subject: null, n: null, body: null }
    return { team: 'T1', last: after + 1, logged: { after, entries: [{ ...entry, seq: after + 1, ts, ...change }] } }
  }
}

/** Counts the queries from here on. */
function countReadsOf(store: Store): () => number {
  const read = store.db.selectFrom
  let reads = 0
  store.db.selectFrom = ((...args: Parameters<typeof read>) => {
    reads++
    return read.apply(store.db, args)
  }) as typeof read
  onTestFinished(() => void (store.db.selectFrom = read))
  return () => reads
}

async function turns(count: number): Promise<string> {
  for (let i = 0; i < count; i++) await turn()
  return 'waits'
}
