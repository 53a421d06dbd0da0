import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { rowConverter, toParameter, withLongTextsAsBytes } from '#store/tables/rows'
import type { LockState } from './mutex.ts'

/** Kysely on one connection of `node:sqlite`. Each query waits until the mutex is free. */
export function sqliteDialect(database: DatabaseSync, mutex: LockState, changes?: ChangeListener): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new NodeSqliteDriver(new NodeSqliteConnection(database, mutex, changes)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite can roll back changes of tables too, so each migration is atomic. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  #connection: NodeSqliteConnection

  constructor(connection: NodeSqliteConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
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

/** Called before each statement that changes something. */
export interface ChangeListener {
  beforeChange: () => void
}

/** Others get their turn after so much JSON was read, characters. It takes some milliseconds. */
const muchJson = 200_000

interface Prepared {
  statement: StatementSync
  writes: boolean
  returnsRows: boolean
  convert: ReturnType<typeof rowConverter>
}

class NodeSqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #mutex: LockState
  #changes: ChangeListener | undefined
  #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync, mutex: LockState, changes: ChangeListener | undefined) {
    this.#database = database
    this.#mutex = mutex
    this.#changes = changes
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#mutex.locked) await this.#mutex.locked
    const { statement, writes, returnsRows, convert } = this.#prepare(query.sql)
    if (writes) this.#changes?.beforeChange()
    const values = query.parameters.map(toSqlite)
    if (!returnsRows) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    const rows = statement.all(...values)
    if (!convert) return { rows: rows as R[] }
    let length = 0
    for (const row of rows) {
      length += convert(row)
      if (length < muchJson) continue
      await nextTurn()
      length = 0
    }
    return { rows: rows as R[] }
  }

  streamQuery(): never {
    throw new Error('Queries are not streamed.')
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      let statement = this.#database.prepare(sql)
      const columns = statement.columns().map((column) => column.name)
      const writes = !/^\s*select\b/i.test(sql)
      if (!writes) statement = this.#database.prepare(withLongTextsAsBytes(sql, columns))
      prepared = { statement, writes, returnsRows: columns.length > 0, convert: rowConverter(columns) }
      if (this.#prepared.size >= 500) this.#prepared.clear()
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

function toSqlite(value: unknown): SQLInputValue {
  const converted = toParameter(value)
  if (typeof converted === 'boolean') return converted ? 1 : 0
  return converted as SQLInputValue
}
