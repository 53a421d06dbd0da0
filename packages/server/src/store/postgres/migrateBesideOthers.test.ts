import { randomBytes } from 'node:crypto'
import { Kysely } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, released } from '#store/migrate'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import type { Tables } from '#store/tables/tables'
import { OwnSchemaDialect } from './dialect.ts'
import { openPostgres } from './open.ts'
import { rowsPlugin } from './values.ts'

test.skipIf(!postgres)('[NOD-19] a migration waits for a server that locks its tables in another order', async () => {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const createPool = () => new pg.Pool({ connectionString: postgres ?? '', options: `-c search_path=${schema}` })
  const pool = createPool()
  onTestFinished(() => pool.end())
  await pool.query(`create schema ${schema}`)
  const queries = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool: createPool() }), plugins: [rowsPlugin()] })
  onTestFinished(() => queries.destroy())
  await migrate(queries, schema, Object.fromEntries(Object.entries(released).filter(([name]) => name < '0053')))

  const server = await pool.connect()
  // Who has waited for so long looks for a deadlock, once: the migration, and late enough that there is one.
  await server.query("set deadlock_timeout = '10min'")
  await server.query('begin')
  await server.query('lock table users in row exclusive mode')
  const url = new URL(postgres ?? '')
  url.searchParams.set('options', `-c search_path=${schema} -c deadlock_timeout=3s`)
  const opening = openPostgres(url.href, { schema, keys: testKeys, patience, connections: 2 })
  const waiting = `select from pg_locks where not granted and relation = '${schema}.users'::regclass`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  // The migration has this one, and waits for the other.
  await server.query('lock table sessions in row exclusive mode')
  await server.query('commit')
  server.release()
  const store = await opening
  onTestFinished(() => store.close())
  const { rows } = await pool.query(`select from ${schema}.kysely_migration where name = '0053_sweeps'`)
  expect(rows).toHaveLength(1)
})
