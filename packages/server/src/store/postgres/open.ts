import {
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  type PrimitiveValueListNode,
  sql,
  type ValueNode,
} from 'kysely'
import pg from 'pg'
import { BlobsInTable } from '#store/blobs/inTable'
import { type Db, type Store, StoreFailure, type Tx, Work } from '#store/db'
import { insideWrite, outsideWrites, readsOutside } from '#store/insideWrite'
import { Memory } from '#store/cache'
import { migrate } from '#store/migrate'
import { parameter, rowTurner } from '#store/tables/rows'
import type { Soon } from '#store/maybePromise'
import type { Tables } from '#store/tables/tables'

const int8 = 20
const numeric = 1700
/** The advisory locks under which log numbers are given, and under which keys are alone. */
const logLock = 7070
const keyLocks = 7071

/** Opens and migrates a PostgreSQL database (`postgres://…`). What it keeps is right for several processes; they do not wake each other yet. */
export async function openPostgres(
  url: string,
  options: { schema?: string; connections?: number } = {},
): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    ...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  })
  pool.on('error', () => {}) // an idle connection broke; the next query gets a new one or the error
  // One that breaks in the middle of a transaction tells the next query of it. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [rows] })
  try {
    if (options.schema) await sql`create schema if not exists ${sql.ref(options.schema)}`.execute(queries)
    await migrate(queries, options.schema)
  } catch (error) {
    await pool.end()
    throw error
  }
  return new PostgresStore(queries)
}

class PostgresStore implements Store {
  readonly db: Db
  readonly blobs: BlobsInTable
  /** Never: a connection that broke is replaced by the next query. */
  readonly broken = new Promise<StoreFailure>(() => {})
  onLogged = (): void => {}
  #queries: Kysely<Tables>
  #running = new Set<Promise<unknown>>()
  #turns = new Map<string, Promise<unknown>>()
  #closed = false

  constructor(queries: Kysely<Tables>) {
    this.#queries = queries
    this.blobs = new BlobsInTable(queries)
    this.db = Object.assign(queries.withPlugin(readsOutside), { memory: new Memory(false) })
  }

  async write<T>(fn: (tx: Tx) => Soon<T>, turn?: string): Promise<T> {
    outsideWrites()
    if (this.#closed) throw new StoreFailure('The database was closed.')
    const running = turn === undefined ? this.#write(fn) : this.#inTurn(turn, () => this.#write(fn))
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Transactions begin on several connections at once; those of one turn wait for each other before. */
  async #inTurn<T>(turn: string, write: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(turn) ?? Promise.resolve()
    const mine = before.then(write, write)
    this.#turns.set(turn, mine)
    try {
      return await mine
    } finally {
      if (this.#turns.get(turn) === mine) this.#turns.delete(turn)
    }
  }

  async #write<T>(fn: (tx: Tx) => Soon<T>): Promise<T> {
    const work = new Work()
    let logged = false
    try {
      const value = await this.#queries.transaction().execute(async (trx) => {
        const alone = async (key: string) => {
          await sql`select pg_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`.execute(trx)
        }
        const tx = Object.assign(trx, { work, alone, memory: this.db.memory })
        const answer = await insideWrite(() => fn(tx))
        if (work.entries.length > 0) {
          // One at a time from here to the commit: numbers are seen in the order in which they are given.
          await sql`select pg_advisory_xact_lock(${logLock})`.execute(trx)
          await trx.insertInto('log').values(work.entries).execute()
          logged = true
        }
        return answer
      })
      work.committed()
      this.db.memory.hear(work.entries)
      if (work.entries.length > 0) this.onLogged()
      return value
    } catch (error) {
      work.rollBack()
      if (logged) await this.#outcome()
      this.db.memory.hear(work.entries)
      if (logged) this.onLogged()
      throw error
    }
  }

  /**
   * A connection that breaks while it commits does not say whether it did. Whoever has the lock of the log after it
   * sees what came of it: readers are told then, as if it had been committed.
   */
  async #outcome(): Promise<void> {
    await this.#queries
      .transaction()
      .execute((trx) => sql`select pg_advisory_xact_lock(${logLock})`.execute(trx))
      .catch(() => {}) // nothing can be seen either, until the next write wakes them
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    outsideWrites()
    return this.#queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => fn(Object.assign(trx, { memory: this.db.memory, past: true })))
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db)
  }

  async close(): Promise<void> {
    this.#closed = true
    // The pool would leave those waiting for ever that have no connection yet.
    await Promise.allSettled(this.#running)
    await this.#queries.destroy()
  }
}

/** The driver would make an array of its own out of a JavaScript array; here it is JSON. */
class JsonValues extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: parameter(node.value) }
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(parameter) }
  }
}
const jsonValues = new JsonValues()

/** Gives rows the shape that `Tables` promises. */
const rows: KyselyPlugin = {
  transformQuery: ({ node }) => jsonValues.transformNode(node),
  async transformResult({ result }) {
    const first = result.rows[0]
    const turn = first && rowTurner(Object.keys(first))
    if (turn) for (const row of result.rows) turn(row)
    return result
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is past the integers that JavaScript can hold.`)
  return value
}
