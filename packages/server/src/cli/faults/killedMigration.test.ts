import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { released } from '#store/migrate'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import type { Tables } from '#store/tables/tables'
import { postgres } from '#testing/database/postgres'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { fillDatabase } from '#testing/upgrade/fillDatabase'
import { old } from '#testing/upgrade/oldPeople'
import { oldRows } from '#testing/upgrade/oldRows'

const names = Object.keys(released)
const from = '0009_files'
const before = names.slice(0, names.indexOf(from) + 1)
const timeout = 120_000

/** Starts the server, and reads what was written before its migrations. */
async function expectKept(args: string[], cwd: string): Promise<void> {
  const { api } = await runCommand(args, { cwd }).ready()
  const headers = { authorization: `Bearer ${old.token}` }
  const body = new URLSearchParams({ channel: old.channel })
  const answer = await fetch(`${api}conversations.history`, { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ messages: [{ text: 'Edited' }, { text: 'The printer is on fire' }] })
}

describe('[FLT-8] a server that is killed inside its migrations', () => {
  test.skipIf(process.platform !== 'linux')(
    'on SQLite, brings them to their end at the next start',
    { timeout },
    async () => {
      const data = createTempDirectory()
      const path = join(data, 'rivulet.db')
      const database = new DatabaseSync(path)
      await fillDatabase(
        new Kysely<Tables>({ dialect: sqliteDialect(database, neverLocked) }),
        from,
        oldRows(Date.now()),
      )
      // One migration changes each person. This makes it take long, until the test has seen that it is going on.
      database.exec(`create table slow (yes integer); insert into slow values (1);
      create trigger slow_change after update on users when exists (select 1 from slow) begin
        insert into slow with recursive counted (n) as (select 1 union all select n + 1 from counted limit 1000000000)
          select count(*) from counted;
      end`)
      database.close()
      chmodSync(path, 0o600)
      const args = ['serve', '--port', '0', '--json', '--data', data]

      const killed = runCommand(args)
      await expect.poll(() => holdsWriteLock(path, killed.child.pid), { interval: 20, timeout: 60_000 }).toBe(true)
      await killed.stop('SIGKILL')

      const after = new DatabaseSync(path)
      const rows = after.prepare('select name from kysely_migration order by name').all()
      expect(rows.map(({ name }) => name)).toEqual(before)
      after.exec('drop trigger slow_change; drop table slow')
      after.close()
      await expectKept(args, killed.cwd)
    },
  )

  test.skipIf(!postgres)('on PostgreSQL, brings them to their end at the next start', { timeout }, async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const pool = new pg.Pool({ connectionString: postgres, options: `-c search_path=${schema}` })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    await sql`create schema ${sql.id(schema)}`.execute(db)
    await fillDatabase(db, from, oldRows(Date.now()), schema)
    const url = new URL(postgres ?? '')
    url.searchParams.set('options', `-csearch_path=${schema}`)
    const args = ['serve', '--port', '0', '--json', '--store', url.href, '--key', 'key']

    // A reader of the people keeps the migration that changes them waiting.
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select id from users')
    const killed = runCommand(args)
    await expect.poll(() => countWaiting(pool), { timeout: 60_000 }).toBe(1)
    await killed.stop('SIGKILL')
    await reader.query('rollback')
    reader.release()
    await expect.poll(() => countWaiting(pool)).toBe(0)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(before)

    await expectKept(args, killed.cwd)
    await db.destroy()

    async function countWaiting(of: pg.Pool): Promise<number> {
      const waiting = await of.query(
        `select 1 from pg_locks where not granted and relation = '${schema}.users'::regclass`,
      )
      return waiting.rowCount ?? 0
    }
  })
})

/** Whether the process writes to an SQLite database: it then holds this byte of the file `-shm`. */
function holdsWriteLock(path: string, pid: number | undefined): boolean {
  const inode = statSync(`${path}-shm`, { throwIfNoEntry: false })?.ino
  if (inode === undefined) return false
  return new RegExp(`WRITE ${pid} \\S+:${inode} 120 120$`, 'm').test(readFileSync('/proc/locks', 'utf8'))
}
