import { copyFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as tick } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { patience, tempDatabasePath } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'

/** Where nodes keep their data; `crash` leaves what would be there if the process of a node died at that moment. */
export interface Storage {
  open: (clock: Clock, node: number) => Promise<Store>
  crash: (node: number) => void | Promise<void>
  /** How many commands to perform between two comparisons of all stored data. */
  checkEvery: number
}

/**
 * An SQLite file. A crash leaves what the kernel has of it at that moment, in the middle of whatever is going on.
 * `losesDeltas`: a crash also drops what was appended to streams, to show that the model notices.
 */
export function sqliteStorage({ losesDeltas = false } = {}): Storage {
  let path = tempDatabasePath()
  let before = `${path}.0`
  let crashes = 0
  return {
    // A short write-ahead log restarts often and is quick to copy.
    open: (clock) => openSqlite(path, { maxWalFrames: 200, clock }),
    checkEvery: 1,
    crash() {
      const copy = path.replace(/(\.\d+)?$/, `.${++crashes}`)
      // A checkpoint may run during the copy. Frames that end up in both files do no harm.
      for (const end of ['-wal', '']) copyFileSync(path + end, copy + end)
      // The crashed server still has its files open, so only the files of the server before it are removed.
      for (const end of ['', '-wal', '-shm']) rmSync(before + end, { force: true })
      before = path
      path = copy
      if (losesDeltas) deleteDeltas(path)
    },
  }
}

function deleteDeltas(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`delete from log where kind = 'delta'`)
  database.close()
}

/**
 * A PostgreSQL schema. A crash ends all connections of the node in the middle of whatever is going on, and leaves what was
 * committed. The machine does not crash, so commits need no sync. `unchecked`: commits do not check what the node believed,
 * to show that the model notices.
 */
export function postgresStorage(url: string, { unchecked = false } = {}): Storage {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const nameOf = (node: number) => `${schema}_${node}`
  const unsynced = new URL(url)
  unsynced.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  let admin: pg.Client | undefined
  return {
    open(clock, node) {
      const address = new URL(unsynced)
      address.searchParams.set('application_name', nameOf(node))
      return openPostgres(address.href, { schema, clock, keys: testKeys, patience, unchecked })
    },
    checkEvery: 8,
    async crash(node) {
      admin ??= await connectAdmin(url)
      const killed = await admin.query<{ pid: number }>(
        'select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [nameOf(node)],
      )
      if (!killed.rowCount) throw new Error('No connection was there to end.')
      const pids = killed.rows.map(({ pid }) => pid)
      while ((await admin.query('select pid from pg_stat_activity where pid = any($1)', [pids])).rowCount) await tick()
    },
  }
}

async function connectAdmin(url: string): Promise<pg.Client> {
  const admin = new pg.Client(url)
  await admin.connect()
  onTestFinished(() => admin.end())
  return admin
}
