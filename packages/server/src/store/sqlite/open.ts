import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { BlobsInFolder } from '#store/blobs/inFolder'
import type { Db, Statement, Store } from '#store/db'
import { UnitOfWork } from '#store/unitOfWork'
import { WriteScope } from '#store/writeScope'
import { Cache } from '#store/cache'
import { Clock } from '#store/clock'
import { migrate } from '#store/migrate'
import { schema } from '#store/migrations/sqliteSchema.generated'
import { toDiskRefusal } from './diskRefusal.ts'
import { KeyFile } from '#store/secrets/keyFile'
import { type KeySource, MemoryKeys } from '#store/secrets/secrets'
import { unlock } from '#store/secrets/unlock'
import { Mutex, neverLocked } from './mutex.ts'
import { type ChangeListener, sqliteDialect } from './dialect.ts'
import { SqliteStore } from './store.ts'
import type { Tables } from '#store/tables/tables'
import { type Unsynced, Wal } from './wal.ts'

/** Older versions of SQLite could corrupt a write-ahead log that two connections write and checkpoint. */
export const oldestSafe = [3, 51, 3]

interface SqliteOptions {
  /** What is not synced, for proofs that this loses data. */
  unsynced?: Unsynced | undefined
  /** The length, in frames, at which the write-ahead log is restarted. */
  maxWalFrames?: number
  clock?: Clock
  /** The keys to its secrets; by default a file `key` next to it. */
  keys?: KeySource | undefined
  /** Replaces every secret, because no key to them exists any more. */
  keysAreLost?: boolean
  /** Called once everything is closed. */
  onClosed?: () => void
}

/** The first database of this process in memory, as it was when it was migrated and empty. */
let image: Uint8Array | undefined

/**
 * Opens (and creates, and migrates) a database file; `:memory:` stores nothing. Commits go to the
 * write-ahead log without a sync, which follows outside of the event loop before anybody is answered or sees the data.
 */
export async function openSqlite(
  path: string,
  { unsynced, maxWalFrames, clock = new Clock(), keys, keysAreLost, onClosed }: SqliteOptions = {},
): Promise<Store> {
  const inMemory = path === ':memory:'
  const { main, location } = inMemory ? { main: openMemory(), location: path } : openFile(path)
  const version = String(main.prepare('select sqlite_version() as v').get()?.['v'])
  if (isOlderThan(version, oldestSafe))
    throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed.`)

  main.exec(
    'pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536; pragma trusted_schema = off',
  )

  const mutex = new Mutex()
  const scope = new WriteScope()
  const changes: ChangeListener = { beforeChange: () => {} }
  const writing = new Kysely<Tables>({ dialect: sqliteDialect(main, neverLocked, changes) })
  let wal: Wal | undefined
  let secrets
  try {
    if (isEmpty(main)) main.exec(`begin; ${schema} commit`)
    await migrate(writing)
    lowerEveryLetter(main)
    const source = keys ?? (inMemory ? new MemoryKeys() : new KeyFile(join(dirname(path), 'key')))
    const unlocked = await unlock(writing, source, keysAreLost)
    secrets = unlocked.secrets
    // Without this, what was deleted stays readable in the files until something else needs the room.
    if (unlocked.hadPlain && !inMemory) main.exec('vacuum; pragma wal_checkpoint(truncate)')
    if (!inMemory) wal = new Wal(path, main, { location, unsynced, maxFrames: maxWalFrames })
  } catch (error) {
    main.close()
    throw error
  }

  // In memory there is one connection, so readers wait while a group of writes uses it.
  // On disk readers have their own connections and see what is on stable storage.
  const reader = inMemory ? main : readConnection(location)
  const snapshots = inMemory ? main : readConnection(location)
  const cache = new Cache(true)
  const db: Db = Object.assign(
    new Kysely<Tables>({
      dialect: sqliteDialect(reader, inMemory ? mutex : neverLocked),
      plugins: [scope.plugin],
    }),
    { cache, clock, secrets },
  )
  const snapshotDb: Db = Object.assign(new Kysely<Tables>({ dialect: sqliteDialect(snapshots, neverLocked) }), {
    cache,
    clock,
    secrets,
    isSnapshot: true,
  })
  // One write runs at a time.
  const tx = Object.assign(writing, {
    cache,
    clock,
    secrets,
    work: new UnitOfWork(clock),
    send: async (write: Statement) => void (await writing.executeQuery(write.compile(writing))),
    lock: async () => {},
    tryLock: async () => true,
    holdLog: async () => {},
    catchUp: async () => {},
  })
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
    directory: inMemory ? undefined : dirname(path),
    changes,
    wal,
  })
}

/**
 * Opens a migrated database in memory. The second and later ones of a process are copies, which take a tenth of the time:
 * the tests open thousands.
 */
function openMemory(): DatabaseSync {
  const main = new DatabaseSync(':memory:')
  // Node 24 cannot copy one.
  if (!('deserialize' in main)) return main
  if (image) main.deserialize(image)
  else {
    main.exec(schema)
    image = main.serialize()
  }
  return main
}

function isEmpty(main: DatabaseSync): boolean {
  return main.prepare('select 1 from sqlite_master limit 1').get() === undefined
}

/**
 * Opens the file, and says how other connections open it. Connections share a file `-shm`. On a disk without room for that
 * one they share memory, and other processes cannot read the database until the next start.
 */
function openFile(path: string): { main: DatabaseSync; location: string } {
  try {
    return { main: openMain(path, path), location: path }
  } catch (error) {
    if (toDiskRefusal(error, dirname(path))?.reason !== 'full') throw error
  }
  const location = `${pathToFileURL(path).href}?vfs=unix-excl`
  return { main: openMain(location, path), location }
}

function openMain(location: string, path: string): DatabaseSync {
  const main = new DatabaseSync(location)
  try {
    enableWal(main, path)
    return main
  } catch (error) {
    main.close()
    throw error
  }
}

function enableWal(main: DatabaseSync, path: string): void {
  main.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
             pragma journal_size_limit = 67108864; pragma busy_timeout = 0`)
  const mode = main.prepare('pragma journal_mode').get()?.['journal_mode']
  const level = main.prepare('pragma synchronous').get()?.['synchronous']
  if (mode !== 'wal' || level !== 1) {
    throw new Error(`${path}: SQLite answers journal_mode=${mode}, synchronous=${level}; writes would not be durable.`)
  }
  const opened = Number(main.prepare('pragma user_version').get()?.['user_version'])
  try {
    // Tells a disk that takes no writes before anybody is served.
    main.exec(`pragma user_version = ${(opened + 1) % 0x7fffffff}`)
  } catch (error) {
    if (toDiskRefusal(error, dirname(path))?.reason !== 'full') throw error
  }
}

function readConnection(location: string): DatabaseSync {
  const connection = new DatabaseSync(location)
  connection.exec(
    'pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -65536; pragma trusted_schema = off',
  )
  lowerEveryLetter(connection)
  return connection
}

/** SQLite's own `lower` knows the letters of ASCII only, unlike that of PostgreSQL. No index may depend on it. */
function lowerEveryLetter(connection: DatabaseSync): void {
  connection.function('lower', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
}

export function isOlderThan(version: string, needed: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, need] of needed.entries()) {
    const part = parts[i] ?? 0
    if (part !== need) return part < need
  }
  return false
}
