import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CompiledQuery, Kysely } from 'kysely'
import { type Db, type LogEntry, type Store, StoreFailure, type Tx, Work } from './db.ts'
import { insideWrite, outsideWrites, readsOutside } from './inside.ts'
import { Memory } from './memory.ts'
import { migrate } from './migrate.ts'
import { Gate, type Guard, openGate, sqliteDialect } from './sqliteDialect.ts'
import type { Tables } from './tables.ts'

/** SQLite before this could corrupt a WAL that is written and checkpointed by two connections. */
const oldestSafe = [3, 51, 3]

/**
 * Opens (and creates, and migrates) a database file; `:memory:` keeps nothing.
 * Commits are synced to disk before they are answered: WAL with `synchronous=FULL`.
 */
export async function openSqlite(path: string, options: { synchronous?: 'full' | 'normal' } = {}): Promise<Store> {
  const synchronous = options.synchronous ?? 'full'
  const main = new DatabaseSync(path)
  const version = String(main.prepare('select sqlite_version() as v').get()?.['v'])
  if (olderThan(version, oldestSafe))
    throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed.`)

  const inMemory = path === ':memory:'
  if (!inMemory) {
    main.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 4000;
               pragma journal_size_limit = 67108864; pragma busy_timeout = 5000;`)
    const mode = main.prepare('pragma journal_mode').get()?.['journal_mode']
    const level = main.prepare('pragma synchronous').get()?.['synchronous']
    if (mode !== 'wal' || level !== (synchronous === 'full' ? 2 : 1)) {
      throw new Error(
        `${path}: SQLite answers journal_mode=${mode}, synchronous=${level}; writes would not be durable.`,
      )
    }
  }
  main.exec(
    'pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536; pragma trusted_schema = off',
  )

  const gate = new Gate()
  const guard: Guard = { beforeWrite: () => {} }
  const writing = new Kysely<Tables>({ dialect: sqliteDialect(main, openGate, guard) })
  try {
    await migrate(writing)
  } catch (error) {
    main.close()
    throw error
  }

  // In memory there is one connection, so readers wait while a group of writes is on it.
  // On disk they have connections of their own and see what is committed.
  const reader = inMemory ? main : readConnection(path)
  const snapshots = inMemory ? main : readConnection(path)
  const memory = new Memory(true)
  const reading = new Kysely<Tables>({
    dialect: sqliteDialect(reader, inMemory ? gate : openGate),
    plugins: [readsOutside],
  })
  const db = Object.assign(reading, { memory })
  const still = Object.assign(new Kysely<Tables>({ dialect: sqliteDialect(snapshots, openGate) }), {
    memory,
    past: true,
  })
  // One write runs at a time.
  const tx = Object.assign(writing, { memory, work: new Work(), alone: async () => {} })
  return new SqliteStore({
    main,
    others: [reader, snapshots],
    tx,
    db,
    still,
    gate,
    inMemory,
    steps: prepareSteps(main),
    guard,
  })
}

interface Job {
  fn: (tx: Tx) => Promise<unknown>
  value: unknown
  error: unknown
  failed: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

interface Connections {
  main: DatabaseSync
  others: DatabaseSync[]
  tx: Tx & { work: Work }
  db: Db
  /** For snapshots: one at a time. */
  still: Db
  gate: Gate
  inMemory: boolean
  steps: ReturnType<typeof prepareSteps>
  guard: Guard
}

class SqliteStore implements Store {
  readonly db: Db
  readonly broken: Promise<StoreFailure>
  onLogged = (): void => {}
  #at: Connections
  #snapshotGate: Gate
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #failure: StoreFailure | undefined
  #fail: (failure: StoreFailure) => void

  constructor(at: Connections) {
    this.db = at.db
    this.#at = at
    this.#snapshotGate = at.inMemory ? at.gate : new Gate()
    const { promise, resolve } = Promise.withResolvers<StoreFailure>()
    this.broken = promise
    this.#fail = resolve
  }

  async write<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    outsideWrites()
    if (this.#failure) throw this.#failure
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ fn, value: undefined, error: undefined, failed: false, resolve, reject })
      // What arrives until the loop comes round goes into one transaction and one sync.
      this.#running ??= new Promise<void>((done) => setImmediate(() => done())).then(() => this.#drain())
    }) as Promise<T>
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const open = await this.#at.gate.close()
      const jobs = this.#waiting
      this.#waiting = []
      try {
        await this.#commit(jobs)
      } finally {
        open()
      }
    }
    this.#running = undefined
  }

  /** One transaction for all jobs; everyone is answered after the commit. */
  async #commit(jobs: Job[]): Promise<void> {
    const { tx, steps } = this.#at
    const entries: LogEntry[] = []
    // Deltas, which are nearly all there is, change nothing that is remembered by key.
    const changes: LogEntry[] = []
    const works: Work[] = []
    try {
      steps.begin.run()
      await insideWrite(async () => {
        for (const job of jobs) {
          const work = await this.#run(job, changes)
          if (!work) continue
          works.push(work)
          entries.push(...work.entries)
          for (const entry of work.entries) if (entry.kind !== 'delta') changes.push(entry)
        }
      })
      steps.commit.run()
    } catch (error) {
      this.#refuse(jobs, error)
      return
    }
    for (const work of works) work.committed()
    tx.memory.hear(entries)
    for (const job of jobs) {
      if (job.failed) job.reject(job.error)
      else job.resolve(job.value)
    }
    if (entries.length > 0) this.onLogged()
  }

  /** One job, in a savepoint from its first change on; what only reads and logs one entry needs none. */
  async #run(job: Job, before: readonly LogEntry[]): Promise<Work | undefined> {
    const { main, tx, steps, guard } = this.#at
    const work = new Work(before)
    let marked = false
    const mark = () => {
      if (!marked) steps.savepoint.run()
      marked = true
    }
    tx.work = work
    guard.beforeWrite = mark
    try {
      job.value = await job.fn(tx)
      if (work.entries.length > 1) mark()
      for (const entry of work.entries) insertEntry(steps.insertEntry, entry)
      return work
    } catch (error) {
      // Such an error ends the whole transaction in SQLite, not only this write's part of it.
      if (!main.isTransaction || isFull(error)) throw error
      if (marked) steps.rollbackTo.run()
      work.rollBack()
      tx.memory.hear(work.entries)
      job.error = error
      job.failed = true
      return undefined
    } finally {
      if (marked && main.isTransaction) steps.release.run()
    }
  }

  /** Nothing of the group was kept. */
  #refuse(jobs: Job[], error: unknown): void {
    const { main, tx } = this.#at
    try {
      if (main.isTransaction) main.exec('rollback')
    } catch {
      // The connection is beyond that. Whoever waits has to hear of it all the same.
    }
    tx.memory.clear()
    const failure = new StoreFailure(`The database refused a commit: ${String(error)}`, { cause: error })
    // A full disk may be emptied; after a failed sync nothing that was written can be trusted any more.
    if (!isFull(error)) {
      this.#failure = failure
      this.#fail(failure)
    }
    for (const job of jobs) job.reject(failure)
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    outsideWrites()
    const open = await this.#snapshotGate.close()
    const { still } = this.#at
    try {
      await still.executeQuery(CompiledQuery.raw('begin'))
      try {
        return await fn(still)
      } finally {
        await still.executeQuery(CompiledQuery.raw('rollback'))
      }
    } finally {
      open()
    }
  }

  async ping(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.db.selectFrom('meta').select('key').limit(1).execute()
  }

  async close(): Promise<void> {
    await this.#running
    this.#failure ??= new StoreFailure('The database was closed.')
    const { main, others } = this.#at
    for (const other of others) if (other !== main) other.close()
    main.close()
  }
}

/** What every group does, compiled once. */
function prepareSteps(main: DatabaseSync) {
  return {
    begin: main.prepare('begin immediate'),
    savepoint: main.prepare('savepoint one'),
    rollbackTo: main.prepare('rollback to one'),
    release: main.prepare('release one'),
    commit: main.prepare('commit'),
    insertEntry: main.prepare(
      'insert into log (team_id, kind, channel_id, ts, subject, n, total, at, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
  }
}

function insertEntry(insert: StatementSync, entry: LogEntry): void {
  const { team_id, kind, channel_id = null, ts = null, subject = null, n = null, total = null, at, body } = entry
  insert.run(team_id, kind, channel_id, ts, subject, n, total, at, body ? JSON.stringify(body) : null)
}

function readConnection(path: string): DatabaseSync {
  const connection = new DatabaseSync(path)
  connection.exec(
    'pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -65536; pragma trusted_schema = off',
  )
  return connection
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 13) || isFull(error.cause)
}

export function olderThan(version: string, needed: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, need] of needed.entries()) {
    const part = parts[i] ?? 0
    if (part !== need) return part < need
  }
  return false
}
