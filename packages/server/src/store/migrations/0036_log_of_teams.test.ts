import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { entriesAfter, newestSeq } from '#domain/log/numbers'
import { migrate, released } from '#store/migrate'
import { openPostgres } from '#store/postgres/open'
import type { Tables } from '#store/tables/tables'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'

test.skipIf(!postgres)(
  '[NOD-7] a log with one sequence for all teams goes on in each of them, and cursors stay valid',
  { timeout: 120_000 },
  async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const pool = new pg.Pool({ connectionString: postgres, options: `-c search_path=${schema}` })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    await sql`create schema ${sql.id(schema)}`.execute(db)
    const earlier = Object.entries(released).filter(([name]) => name < '0036')
    await migrate(db, schema, Object.fromEntries(earlier))
    for (const id of ['T1', 'T2', 'T3'])
      await sql`insert into teams (id, name, domain, deleted, state, policies) values (${id}, '', ${id}, false, '', '{}')`.execute(
        db,
      )
    for (const team of ['T1', 'T2', 'T1', 'T2', 'T2', 'T1'])
      await sql`insert into log (team_id, kind, at) values (${team}, 'member', 1)`.execute(db)
    await sql`insert into team_log values ('T1', 6), ('T2', 5)`.execute(db)
    // The newest entry is gone, but a browser may hold its number.
    await sql`delete from log where seq = 6`.execute(db)
    await db.destroy()

    const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience })
    onTestFinished(() => store.close())
    const numbersAfter = async (team: string, seq: number) =>
      (await entriesAfter(store.db, team, seq, 100)).map((entry) => entry.seq)
    expect(await numbersAfter('T1', 0)).toEqual([1, 3])
    expect(await numbersAfter('T2', 2)).toEqual([4, 5])
    for (const team of ['T1', 'T2', 'T3']) expect(await newestSeq(store.db, team)).toBe(6)
    for (const team of ['T1', 'T3', 'T3', 'T4', 'T2'])
      await store.write(async (tx) => tx.work.log(logEntry('member', team)))
    expect(await numbersAfter('T1', 3)).toEqual([7])
    expect(await numbersAfter('T2', 6)).toEqual([7])
    expect(await numbersAfter('T3', 0)).toEqual([7, 8])
    expect(await numbersAfter('T4', 0)).toEqual([1])
  },
)
