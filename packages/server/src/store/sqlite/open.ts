import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { BlobsInFolder } from '#store/blobs/inFolder'
import type { Db, Store } from '#store/db'
import { UnitOfWork } from '#store/unitOfWork'
import { WriteScope } from '#store/writeScope'
import { Cache } from '#store/cache'
import { Clock } from '#store/clock'
import { migrate } from '#store/migrate'
import { Mutex, neverLocked } from './mutex.ts'
import { type ChangeListener, sqliteDialect } from './dialect.ts'
import { SqliteStore } from './store.ts'
import type { Tables } from '#store/tables/tables'
import { type Unsynced, Wal } from './wal.ts'

/** Older versions of SQLite could corrupt a write-ahead log that two connections write and checkpoint. */
const oldestSafe = [3, 51, 3]

interface SqliteOptions {
  /** What is not synced, for proofs that this loses data. */
  unsynced?: Unsynced | undefined
  /** The length, in frames, at which the write-ahead log is restarted. */
  maxWalFrames?: number
  clock?: Clock
  /** Called once everything is closed. */
  onClosed?: () => void
}

/**
 * Opens (and creates, and migrates) a database file; `:memory:` stores nothing. Commits go to the
 * write-ahead log without a sync, which follows outside of the event loop before anybody is answered or sees the data.
 */
export async function openSqlite(
  path: string,
  { unsynced, maxWalFrames, clock = new Clock(), onClosed }: SqliteOptions = {},
): Promise<Store> {
  const main = new DatabaseSync(path)
  const version = String(main.prepare('select sqlite_version() as v').get()?.['v'])
  if (isOlderThan(version, oldestSafe))
    throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed.`)

  const inMemory = path === ':memory:'
  if (!inMemory) enableWal(main, path)
  main.exec(
    'pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536; pragma trusted_schema = off',
  )

  const mutex = new Mutex()
  const scope = new WriteScope()
  const changes: ChangeListener = { beforeChange: () => {} }
  const writing = new Kysely<Tables>({ dialect: sqliteDialect(main, neverLocked, changes) })
  let wal: Wal | undefined
  try {
    await migrate(writing)
    if (!inMemory) wal = new Wal(path, main, { unsynced, maxFrames: maxWalFrames })
  } catch (error) {
    main.close()
    throw error
  }

  // In memory there is one connection, so readers wait while a group of writes uses it.
  // On disk readers have their own connections and see what is on stable storage.
  const reader = inMemory ? main : readConnection(path)
  const snapshots = inMemory ? main : readConnection(path)
  const cache = new Cache(true)
  const db: Db = Object.assign(
    new Kysely<Tables>({
      dialect: sqliteDialect(reader, inMemory ? mutex : neverLocked),
      plugins: [scope.plugin],
    }),
    { cache, clock },
  )
  const snapshotDb: Db = Object.assign(new Kysely<Tables>({ dialect: sqliteDialect(snapshots, neverLocked) }), {
    cache,
    clock,
    isSnapshot: true,
  })
  // One write runs at a time.
  const tx = Object.assign(writing, { cache, clock, work: new UnitOfWork(clock), lock: async () => {} })
  const blobs = new BlobsInFolder(inMemory ? undefined : join(dirname(path), 'files'))
  return new SqliteStore({
    main,
    blobs,
    scope,
    onClosed,
    reader,
    snapshots,
    tx,
    db,
    snapshotDb,
    mutex,
    inMemory,
    changes,
    wal,
  })
}

function enableWal(main: DatabaseSync, path: string): void {
  main.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
             pragma journal_size_limit = 67108864; pragma busy_timeout = 0`)
  const mode = main.prepare('pragma journal_mode').get()?.['journal_mode']
  const level = main.prepare('pragma synchronous').get()?.['synchronous']
  if (mode !== 'wal' || level !== 1) {
    throw new Error(`${path}: SQLite answers journal_mode=${mode}, synchronous=${level}; writes would not be durable.`)
  }
  // The first write creates the file of the log.
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

export function isOlderThan(version: string, needed: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, need] of needed.entries()) {
    const part = parts[i] ?? 0
    if (part !== need) return part < need
  }
  return false
}
