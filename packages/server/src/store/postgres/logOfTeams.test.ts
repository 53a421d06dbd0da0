import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { entriesAfter, newestSeq } from '#domain/log/numbers'
import type { Store } from '#store/db'
import type { News } from '#store/news'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { readNote, insertNote, rollbackError } from '#testing/contract/notes'
import { Hearing } from './hearing.ts'
import { openPostgres } from './open.ts'

const teams = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']

describe.skipIf(!postgres)('[NOD-7] the logs of teams, written by two processes', () => {
  test('are numbered without gaps, whoever is undone, and the news of each team follow each other', async () => {
    const stores = await openTwo()
    const told = stores.map((store) => {
      const news: News[] = []
      store.onLogged = (each) => news.push(each)
      return news
    })
    const written = new Map(teams.map((team) => [team, 0]))
    const writes = Array.from({ length: 400 }, (_, i) => {
      const store = stores[i % 2]!
      const several = i % 10 === 0 ? teams.toReversed().slice(i % 4) : [teams[i % teams.length]!]
      const fails = i % 7 === 3
      const writing = store.write(async (tx) => {
        // Some have a connection of their own, others go with a group.
        if (i % 3 === 0) await readNote(tx, 'nothing')
        for (const team of several) tx.work.log({ ...logEntry('status', team), ts: `${i}` })
        if (fails) throw rollbackError
      })
      if (!fails) for (const team of several) written.set(team, (written.get(team) ?? 0) + 1)
      return writing.catch((error: unknown) => expect(error).toBe(rollbackError))
    })
    await Promise.all(writes)

    for (const team of teams) {
      const numbers = (await entriesAfter(stores[0].db, team, 0, 1000)).map(({ seq }) => seq)
      expect(numbers).toEqual(Array.from({ length: written.get(team) ?? 0 }, (_, i) => i + 1))
      expect(await newestSeq(stores[1].db, team)).toBe(numbers.length)
      const along = told
        .flat()
        .filter((news) => news.team === team)
        .toSorted((a, b) => a.last - b.last)
      let reached = 0
      for (const { last, logged } of along) {
        expect(logged?.after).toBe(reached)
        expect(logged?.entries.map(({ seq }) => seq)).toEqual(numbers.slice(reached, last))
        reached = last
      }
      expect(reached).toBe(numbers.length)
    }
  })

  test('become visible in the order of their numbers: a reader that follows them skips none', async () => {
    const stores = await openTwo()
    let going = true
    const reading = teams.slice(0, 2).map(async (team) => {
      const seen: number[] = []
      for (let last = false; ; last = !going) {
        const cursor = seen.at(-1) ?? 0
        seen.push(...(await entriesAfter(stores[0].db, team, cursor, 1000)).map(({ seq }) => seq))
        if (last) return seen
        await turn()
      }
    })
    const writes = Array.from({ length: 200 }, (_, i) =>
      stores[i % 2]!.write(async (tx) => {
        tx.work.log(logEntry('status', teams[i % 4 === 0 ? 0 : 1]!))
        // The number is taken at the end, so a slow transaction does not hold up or overtake another.
        if (i % 5 === 0) await sql`select pg_sleep(${(i % 3) / 100})`.execute(tx)
      }),
    )
    await Promise.all(writes).finally(() => (going = false))
    const [first, second] = await Promise.all(reading)
    expect(first).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    expect(second).toEqual(Array.from({ length: 150 }, (_, i) => i + 1))
  })

  test('do not wait for each other: a team that is held for long leaves the others alone', async () => {
    const [a, b] = await openTwo()
    await a.write(async (tx) => tx.work.log(logEntry('status', 'T1')))
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = a.write(async (tx) => {
      await sql`select from team_log where team_id = 'T1' for update`.execute(tx)
      held.resolve()
      await release.promise
      tx.work.log(logEntry('status', 'T1'))
    })
    await held.promise
    let isOver = false
    const waiting = b.write(async (tx) => tx.work.log(logEntry('status', 'T1'))).then(() => (isOver = true))
    for (const store of [a, b])
      for (let i = 0; i < 5; i++) await store.write(async (tx) => tx.work.log(logEntry('status', 'T2')))
    expect(isOver).toBe(false)
    release.resolve()
    await Promise.all([holding, waiting])
    expect(await newestSeq(b.db, 'T1')).toBe(3)
    expect(await newestSeq(b.db, 'T2')).toBe(10)
  })

  test('do not wait for each other where they are written in the same turn', async () => {
    const [a, b] = await openTwo()
    for (const team of teams) await a.write(async (tx) => tx.work.log(logEntry('status', team)))
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = a.write(async (tx) => {
      await sql`select from team_log where team_id = 'T1' for update`.execute(tx)
      held.resolve()
      await release.promise
    })
    await held.promise
    let isOver = false
    const log = (team: string) => b.write(async (tx) => tx.work.log(logEntry('status', team)))
    const waiting = log('T1').then(() => (isOver = true))
    await Promise.all(['T2', 'T3', 'T4'].map(log))
    // One group is held up. More teams than there are groups left share those.
    await Promise.all(teams.slice(1).map(log))
    expect(isOver).toBe(false)
    release.resolve()
    await Promise.all([holding, waiting])
    const numbers = await Promise.all(teams.map((team) => newestSeq(b.db, team)))
    expect(numbers).toEqual([2, 3, 3, 3, 2, 2, 2])
  })

  test('give the numbers of a write that believed something untrue to the next', async () => {
    const [a, b] = await openTwo()
    await b.write(async (tx) => tx.work.log(logEntry('status', 'T1')))
    // The other process has not heard of this when it writes.
    await a.write(async (tx) => tx.work.log(logEntry('member', 'T1')))
    await Promise.all([
      b.write(async (tx) => tx.work.log({ ...logEntry('status', 'T1'), ts: 'in a group' })),
      b.write(async (tx) => {
        await insertNote(tx, 'note', '')
        tx.work.log({ ...logEntry('status', 'T1'), ts: 'alone' })
      }),
      b.write(async (tx) => tx.work.log(logEntry('status', 'T2'))),
    ])
    const entries = await entriesAfter(a.db, 'T1', 0, 10)
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(new Set(entries.map(({ ts }) => ts))).toEqual(new Set(['alone', 'in a group', null]))
    expect(await newestSeq(a.db, 'T1')).toBe(4)
  })

  test('cost a process that looks at them only what the teams cost that have moved', async () => {
    const schema = nameSchema()
    const [a] = await openTwo(schema)
    const valueOf = (value: string) => (/^\d+$/.test(value) ? Number(value) : value !== 'f' && value)
    const types = { getTypeParser: () => valueOf }
    const pool = new pg.Pool({ connectionString: postgres, max: 1, options: `-c search_path=${schema}`, types })
    onTestFinished(() => pool.end())
    const many = Array.from({ length: 1000 }, (_, i) => `T${i}`)
    const log = async (kind: 'status' | 'member', some: readonly string[]) =>
      a.write(async (tx) => some.forEach((team) => tx.work.log(logEntry(kind, team))))
    await log('member', many)
    let rows = 0
    const counting = {
      async query(text: string, values: unknown[]) {
        const result = await pool.query(text, values)
        rows += result.rows.length
        return result
      },
    }
    const hearing = new Hearing(a.db.cache, counting, a.db.clock)
    const heard: string[] = []
    hearing.onMoved = ({ team }) => heard.push(team)
    const look = async () => {
      heard.splice(0)
      rows = 0
      await hearing.look()
      return { heard: heard.toSorted(), rows }
    }
    expect((await look()).heard).toEqual(many.toSorted())
    // Somewhere else on this PostgreSQL something may have begun before.
    await expect.poll(look).toEqual({ heard: [], rows: 1 })
    const ten = many.slice(0, 10)
    await log('status', ten)
    expect(await look()).toEqual({ heard: ten, rows: 10 })
    await log('member', ten)
    // And the entries that say what has changed.
    expect(await look()).toEqual({ heard: ten, rows: 20 })
  })

  test('a write that was overtaken while the database went away says that it is away', async () => {
    const [a, b] = await openTwo()
    await b.write(async (tx) => tx.work.log(logEntry('status', 'T1')))
    await a.write(async (tx) => tx.work.log(logEntry('member', 'T1')))
    const away = new Error('Connection terminated unexpectedly')
    const looking = vi.spyOn(Hearing.prototype, 'look').mockRejectedValue(away)
    onTestFinished(() => looking.mockRestore())
    await expect(b.write(async (tx) => tx.work.log(logEntry('status', 'T1')))).rejects.toBe(away)
    looking.mockRestore()
    expect(await newestSeq(a.db, 'T1')).toBe(2)
    await b.write(async (tx) => tx.work.log(logEntry('status', 'T1')))
    expect(await newestSeq(a.db, 'T1')).toBe(3)
  })
})

function nameSchema(): string {
  return `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
}

async function openTwo(schema = nameSchema()): Promise<[Store, Store]> {
  const open = async () => {
    const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 6 })
    onTestFinished(() => store.close())
    return store
  }
  return [await open(), await open()]
}
