import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { BlobsInFolder } from '#store/blobs/inFolder'
import { type Db, type Store, Work } from '#store/db'
import { readsOutside } from '#store/insideWrite'
import { Memory } from '#store/cache'
import { migrate } from '#store/migrate'
import { Gate, type Guard, openGate, sqliteDialect } from './dialect.ts'
import { SqliteStore } from './store.ts'
import type { Tables } from '#store/tables/tables'
import { type Unsynced, Wal } from './wal.ts'

/** SQLite before this could corrupt a WAL that is written and checkpointed by two connections. */
const oldestSafe = [3, 51, 3]

interface SqliteOptions {
  /** What is not synced, so that a proof can show that this loses data. */
  unsynced?: Unsynced | undefined
  /** Frames from which on the write-ahead log is begun anew. */
  longestWal?: number
}

/**
 * Opens (and creates, and migrates) a database file; `:memory:` keeps nothing. The write-ahead log is
 * committed without a sync and synced off the loop, before anybody is answered or sees the data.
 */
export async function openSqlite(path: string, { unsynced, longestWal }: SqliteOptions = {}): Promise<Store> {
  const main = new DatabaseSync(path)
  const version = String(main.prepare('select sqlite_version() as v').get()?.['v'])
  if (olderThan(version, oldestSafe))
    throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed.`)

  const inMemory = path === ':memory:'
  if (!inMemory) logAhead(main, path)
  main.exec(
    'pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536; pragma trusted_schema = off',
  )

  const gate = new Gate()
  const guard: Guard = { beforeWrite: () => {} }
  const writing = new Kysely<Tables>({ dialect: sqliteDialect(main, openGate, guard) })
  let wal: Wal | undefined
  try {
    await migrate(writing)
    if (!inMemory) wal = new Wal(path, main, { unsynced, longest: longestWal })
  } catch (error) {
    main.close()
    throw error
  }

  // In memory there is one connection, so readers wait while a group of writes is on it.
  // On disk they have connections of their own and see what is on stable storage.
  const reader = inMemory ? main : readConnection(path)
  const snapshots = inMemory ? main : readConnection(path)
  const memory = new Memory(true)
  const reading: Db = Object.assign(
    new Kysely<Tables>({
      dialect: sqliteDialect(reader, inMemory ? gate : openGate),
      plugins: [readsOutside],
    }),
    { memory },
  )
  const still: Db = Object.assign(new Kysely<Tables>({ dialect: sqliteDialect(snapshots, openGate) }), {
    memory,
    past: true,
  })
  // One write runs at a time.
  const tx = Object.assign(writing, { memory, work: new Work(), alone: async () => {} })
  const blobs = new BlobsInFolder(inMemory ? undefined : join(dirname(path), 'files'))
  return new SqliteStore({ main, blobs, reader, snapshots, tx, db: reading, still, gate, inMemory, guard, wal })
}

function logAhead(main: DatabaseSync, path: string): void {
  main.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
             pragma journal_size_limit = 67108864; pragma busy_timeout = 0`)
  const mode = main.prepare('pragma journal_mode').get()?.['journal_mode']
  const level = main.prepare('pragma synchronous').get()?.['synchronous']
  if (mode !== 'wal' || level !== 1) {
    throw new Error(`${path}: SQLite answers journal_mode=${mode}, synchronous=${level}; writes would not be durable.`)
  }
  // The first write makes the log's file.
  const opened = Number(main.prepare('pragma user_version').get()?.['user_version'])
  main.exec(`pragma user_version = ${(opened + 1) % 0x7fffffff}`)
}

function readConnection(path: string): DatabaseSync {
  const connection = new DatabaseSync(path)
  connection.exec(
    'pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -65536; pragma trusted_schema = off',
  )
  return connection
}

export function olderThan(version: string, needed: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, need] of needed.entries()) {
    const part = parts[i] ?? 0
    if (part !== need) return part < need
  }
  return false
}
