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
import { parameter, rowTurner } from '#store/tables/rows'

/** Kysely on one connection of `node:sqlite`. Each query passes the gate first. */
export function sqliteDialect(database: DatabaseSync, gate: Entrance, guard?: Guard): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new NodeSqliteDriver(new NodeSqliteConnection(database, gate, guard)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite undoes changes of tables like any others; a migration is done as a whole or not at all. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Lets one user of a connection in at a time. */
export class Gate {
  #closed: Promise<void> | undefined

  /** Settles when the one that is inside leaves; undefined while nobody is. */
  get closed(): Promise<void> | undefined {
    return this.#closed
  }

  async close(): Promise<() => void> {
    // Nothing is awaited between this check and the set: else two would pass together.
    while (this.#closed) await this.#closed
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closed = promise
    return () => {
      this.#closed = undefined
      resolve()
    }
  }
}

/** What a connection asks before each query. */
interface Entrance {
  readonly closed: Promise<void> | undefined
}

export const openGate: Entrance = { closed: undefined }

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

/** Told before each statement that changes something. */
export interface Guard {
  beforeWrite: () => void
}

interface Prepared {
  statement: StatementSync
  writes: boolean
  returnsRows: boolean
  turn: ((row: Record<string, unknown>) => void) | undefined
}

class NodeSqliteConnection implements DatabaseConnection {
  #database: DatabaseSync
  #gate: Entrance
  #guard: Guard | undefined
  #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync, gate: Entrance, guard: Guard | undefined) {
    this.#database = database
    this.#gate = gate
    this.#guard = guard
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#gate.closed) await this.#gate.closed
    const { statement, writes, returnsRows, turn } = this.#prepare(query.sql)
    if (writes) this.#guard?.beforeWrite()
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
      const writes = !/^\s*select\b/i.test(sql)
      prepared = { statement, writes, returnsRows: columns.length > 0, turn: rowTurner(columns) }
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
