import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Db, type Store, StoreFailure, type Tx, Work } from './db.ts'
import { migrate } from './migrate.ts'
import { parameter, rowTurner } from './rows.ts'
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
  if (olderThan(version, oldestSafe)) throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed.`)

  const inMemory = path === ':memory:'
  if (!inMemory) {
    main.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 4000;
               pragma journal_size_limit = 67108864; pragma busy_timeout = 5000;`)
    const mode = main.prepare('pragma journal_mode').get()?.['journal_mode']
    const level = main.prepare('pragma synchronous').get()?.['synchronous']
    if (mode !== 'wal' || level !== (synchronous === 'full' ? 2 : 1)) {
      throw new Error(`${path}: SQLite answers journal_mode=${mode}, synchronous=${level}; writes would not be durable.`)
    }
  }
  main.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536; pragma trusted_schema = off')

  const gate = new Gate()
  const writing = new Kysely<Tables>({ dialect: dialect(main, openGate) })
  await migrate(writing)

  // In memory there is one connection, so readers wait while a group of writes is on it.
  // On disk they have connections of their own and see what is committed.
  const reader = inMemory ? main : readConnection(path)
  const snapshots = inMemory ? main : readConnection(path)
  const db = new Kysely<Tables>({ dialect: dialect(reader, inMemory ? gate : openGate) })
  const still = new Kysely<Tables>({ dialect: dialect(snapshots, openGate) })
  return new SqliteStore(main, [reader, snapshots], writing, db, still, inMemory ? gate : new Gate())
}

interface Job {
  fn: (tx: Tx) => Promise<unknown>
  settle: (outcome: Outcome) => void
}
type Outcome = { value: unknown } | { error: unknown }

class SqliteStore implements Store {
  readonly soleWriter = true
  readonly db: Db
  onLogged = (): void => {}
  #main: DatabaseSync
  #others: DatabaseSync[]
  #tx: Db & { work: Work }
  #still: Db
  #gate: Gate
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #failure: StoreFailure | undefined

  constructor(main: DatabaseSync, others: DatabaseSync[], writing: Db, db: Db, still: Db, gate: Gate) {
    this.db = db
    this.#main = main
    this.#others = others
    this.#tx = Object.assign(writing, { work: new Work() })
    this.#still = still
    this.#gate = gate
  }

  write<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      let value: T
      this.#waiting.push({
        fn: async (tx) => {
          value = await fn(tx)
        },
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(value)),
      })
      // What arrives until the loop comes round goes into one transaction and one sync.
      this.#running ??= new Promise<void>((done) => setImmediate(() => done())).then(() => this.#drain())
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting
      this.#waiting = []
      const open = await this.#gate.close()
      await this.#commit(jobs)
      open()
    }
    this.#running = undefined
  }

  /** One transaction for all jobs, a savepoint for each; everyone is answered after the commit. */
  async #commit(jobs: Job[]): Promise<void> {
    const outcomes: Outcome[] = []
    const done: Work[] = []
    let logged = false
    try {
      this.#main.exec('begin immediate')
      for (const job of jobs) {
        const work = new Work()
        this.#tx.work = work
        this.#main.exec('savepoint one')
        try {
          await job.fn(this.#tx)
          if (work.entries.length > 0) await this.#tx.insertInto('log').values(work.entries).execute()
          this.#main.exec('release one')
          done.push(work)
          logged ||= work.entries.length > 0
          outcomes.push({ value: undefined })
        } catch (error) {
          this.#main.exec('rollback to one; release one')
          work.rollBack()
          outcomes.push({ error })
        }
      }
      this.#main.exec('commit')
    } catch (error) {
      for (const work of done.toReversed()) work.rollBack()
      if (this.#main.isTransaction) this.#main.exec('rollback')
      const failure = new StoreFailure(`The database refused a commit: ${String(error)}`, { cause: error })
      // A full disk may be emptied; after a failed sync nothing that was written can be trusted any more.
      if (!isFull(error)) this.#failure = failure
      for (const job of jobs) job.settle({ error: failure })
      return
    }
    jobs.forEach((job, i) => job.settle(outcomes[i] ?? { value: undefined }))
    if (logged) this.onLogged()
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    const open = await this.#gate.close()
    try {
      await this.#still.executeQuery(CompiledQuery.raw('begin'))
      return await fn(this.#still)
    } finally {
      await this.#still.executeQuery(CompiledQuery.raw('rollback'))
      open()
    }
  }

  async ping(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.db.selectFrom('meta').select('key').limit(1).execute()
  }

  async close(): Promise<void> {
    await this.#running
    for (const other of this.#others) if (other !== this.#main) other.close()
    this.#main.close()
  }
}

/** Lets one user of a connection in at a time. */
class Gate {
  #closed: Promise<void> | undefined

  async passed(): Promise<void> {
    while (this.#closed) await this.#closed
  }

  async close(): Promise<() => void> {
    await this.passed()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closed = promise
    return () => {
      this.#closed = undefined
      resolve()
    }
  }
}

const openGate = { passed: async () => {} }

function readConnection(path: string): DatabaseSync {
  const connection = new DatabaseSync(path)
  connection.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma cache_size = -65536; pragma trusted_schema = off')
  return connection
}

function dialect(database: DatabaseSync, gate: { passed(): Promise<void> }): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(new NodeSqliteConnection(database), gate),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class NodeSqliteDriver implements Driver {
  #connection: NodeSqliteConnection
  #gate: { passed(): Promise<void> }

  constructor(connection: NodeSqliteConnection, gate: { passed(): Promise<void> }) {
    this.#connection = connection
    this.#gate = gate
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#gate.passed()
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    this.#connection.exec('begin immediate')
  }
  async commitTransaction(): Promise<void> {
    this.#connection.exec('commit')
  }
  async rollbackTransaction(): Promise<void> {
    this.#connection.exec('rollback')
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
  turn: ((row: Record<string, unknown>) => void) | undefined
}

class NodeSqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows, turn } = this.#prepare(query.sql)
    const values = query.parameters.map(toSqlite)
    if (!returnsRows) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    const rows = statement.all(...values)
    if (turn) for (const row of rows) turn(row)
    return { rows: rows as R[] }
  }

  // oxlint-disable-next-line require-yield -- nothing here streams; the interface asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Queries are not streamed.')
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      const statement = this.#database.prepare(sql)
      const columns = statement.columns().map((column) => column.name)
      prepared = { statement, returnsRows: columns.length > 0, turn: rowTurner(columns) }
      if (this.#prepared.size >= 500) this.#prepared.clear()
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

function toSqlite(value: unknown): SQLInputValue {
  const turned = parameter(value)
  if (typeof turned === 'boolean') return turned ? 1 : 0
  return turned as SQLInputValue
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 13
}

function olderThan(version: string, needed: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, need] of needed.entries()) {
    const part = parts[i] ?? 0
    if (part !== need) return part < need
  }
  return false
}
