import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createInProcessBus } from '#bus/inProcess'
import { logEntry } from '#domain/log/entry'
import type { Store } from '#store/db'
import type { News } from '#store/news'
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
    const read = store.db.selectFrom
    let reads = 0
    store.db.selectFrom = ((...args: Parameters<typeof read>) => {
      reads++
      return read.apply(store.db, args)
    }) as typeof read
    onTestFinished(() => void (store.db.selectFrom = read))
    for (let i = 0; i < 5; i++) {
      await store.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts: `${i}` }))
      await expect.poll(async () => (await handled()).at(-1)).toBe(`${i}`)
    }
    expect(await handled()).toEqual(['0', '1', '2', '3', '4'])
    expect(reads).toBe(0)
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

async function follow(store: Store, before = () => {}) {
  const bus = createInProcessBus()
  const seen: (string | null)[] = []
  const follower = new LogFollower({ db: store.db, bus, teamId: 'T1' }, 0, async (entries) => {
    before()
    await turn()
    seen.push(...entries.map(({ ts }) => ts))
  })
  await follower.start()
  onTestFinished(() => follower.stop())
  return { bus, follower, handled: async () => seen }
}

async function turns(count: number): Promise<string> {
  for (let i = 0; i < count; i++) await turn()
  return 'waits'
}
