import { randomBytes } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '#store/db'
import { migrate, released } from '#store/migrate'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import type { Tables } from '#store/tables/tables'
import { OwnSchemaDialect } from './dialect.ts'
import { openPostgres } from './open.ts'
import { rowsPlugin } from './values.ts'

describe.skipIf(!postgres)(
  '[NOD-19] two that lock tables in another order: PostgreSQL ends one, and it begins again',
  () => {
    test('a migration beside a server', async () => {
      const { schema, pool, openStore, beginOther, isAwaited } = await createScene()
      const queries = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }), plugins: [rowsPlugin()] })
      await migrate(queries, schema, Object.fromEntries(Object.entries(released).filter(([name]) => name < '0053')))

      const server = await beginOther()
      await server.query('lock table users in row exclusive mode')
      const opening = openStore()
      await isAwaited('users')
      // The migration has this one, and waits for the other.
      await server.query('lock table sessions in row exclusive mode')
      await server.query('commit')
      await opening
      const { rows } = await pool.query(`select from ${schema}.kysely_migration where name = '0053_sweeps'`)
      expect(rows).toHaveLength(1)
    })

    test('what a server reads beside a migration', async () => {
      const { openStore, beginOther, isAwaited } = await createScene()
      const store = await openStore()

      const migration = await beginOther()
      await migration.query('lock table users in access exclusive mode')
      const reading = sql<{ n: number }>`select count(*)::int as n from sessions, users`.execute(store.db)
      await isAwaited('users')
      // The reader has this one, and waits for the other.
      await migration.query('lock table sessions in access exclusive mode')
      await migration.query('commit')
      expect((await reading).rows).toEqual([{ n: 0 }])
    })
  },
)

/** A schema, with stores on it whose statements look for a deadlock, once, after they have waited for three seconds. */
async function createScene() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const pool = new pg.Pool({ connectionString: postgres ?? '', options: `-c search_path=${schema}` })
  onTestFinished(() => pool.end())
  await pool.query(`create schema ${schema}`)
  return { schema, pool, openStore, beginOther, isAwaited }

  async function openStore(): Promise<Store> {
    const url = new URL(postgres ?? '')
    url.searchParams.set('options', `-c search_path=${schema} -c deadlock_timeout=3s`)
    const store = await openPostgres(url.href, { schema, keys: testKeys, patience, connections: 2 })
    onTestFinished(() => store.close())
    return store
  }

  /** A transaction that is never the one to notice a deadlock. */
  async function beginOther(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: postgres ?? '', options: `-c search_path=${schema}` })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query("set deadlock_timeout = '10min'")
    await client.query('begin')
    return client
  }

  async function isAwaited(table: string): Promise<void> {
    const waiting = `select from pg_locks where not granted and relation = '${schema}.${table}'::regclass`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0)
  }
}
