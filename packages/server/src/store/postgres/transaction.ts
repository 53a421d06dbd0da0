import { type CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult, sql } from 'kysely'
import type { PoolClient, QueryResult as PgResult } from 'pg'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { isCut } from './failures.ts'
import { holdTeams, type LogStatements, type WrittenLog } from './logStatement.ts'
import type { WatchedPool } from './watchedPool.ts'

/** Key of the advisory locks of `tx.lock`. */
const keyLocks = 7071

/**
 * The transaction of one write, or of one snapshot. It takes a connection at its first query; a write without one never needs
 * it. Queries that do not wait for each other are sent together.
 */
export class LazyTransaction implements DatabaseConnection {
  readonly #pool: WatchedPool
  readonly #begin: string
  #taking: Promise<PoolClient> | undefined
  /** Of queries that were sent together, one may fail while others have more to ask. */
  #isOver = false

  constructor(pool: WatchedPool, begin = 'begin') {
    this.#pool = pool
    this.#begin = begin
  }

  get hasBegun(): boolean {
    return this.#taking !== undefined
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const client = await this.#taken()
    sendTogether(client)
    const { command, rowCount, rows } = await client.query(sql, [...parameters])
    return changingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  streamQuery(): never {
    throw new Error('Queries are not streamed.')
  }

  async #taken(): Promise<PoolClient> {
    if (this.#isOver) throw new Error('The transaction is over.')
    return (this.#taking ??= this.#take())
  }

  async #take(): Promise<PoolClient> {
    const client = await this.#pool.connect()
    // Not awaited: the first query is sent along. If this fails, so does that.
    sendTogether(client)
    client.query(this.#begin).catch(() => {})
    return client
  }

  /** Lets nobody else write to the logs of these teams, and returns the connection. */
  async hold(teams: readonly string[]): Promise<PoolClient> {
    const client = await this.#taken()
    await client.query(holdTeams(teams))
    return client
  }

  /**
   * Writes to the log and commits, in one round trip. Begins if it has not yet. If it throws, and it has committed
   * nevertheless, readers can see that.
   */
  async commit(log?: LogStatements): Promise<WrittenLog | undefined> {
    const client = await this.#taken()
    sendTogether(client)
    const sent = [...(log ? [client.query(log.take), client.query<WrittenLog>(log.write)] : []), client.query('commit')]
    this.#isOver = true
    const outcomes: PromiseSettledResult<PgResult>[] = await Promise.allSettled(sent)
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    const wasCut = failure !== undefined && isCut(failure.reason)
    this.#release(client, wasCut)
    if (wasCut) await this.#pool.waitForEnd(client).catch(() => {}) // the next look tells readers
    if (failure) throw failure.reason
    return log && (await sent[1])?.rows[0]
  }

  async rollBack(): Promise<void> {
    this.#isOver = true
    const client = await this.#taking?.catch(() => undefined)
    if (!client || !this.#taking) return
    // A broken connection has rolled back.
    this.#release(client, await client.query('rollback').then(() => false, isCut))
  }

  /** Nobody else gets a connection that was cut: it may not have noticed yet. */
  #release(client: PoolClient, wasCut = false): void {
    this.#taking = undefined
    client.release(wasCut)
  }
}

/** The locks that a transaction can take. */
export function locksOf(queries: Kysely<Tables>): Pick<Tx, 'lock' | 'tryLock'> {
  return {
    async lock(key) {
      await sql`select pg_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`.execute(queries)
    },
    async tryLock(key) {
      const locking = sql`select where pg_try_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`
      return (await locking.execute(queries)).rows.length > 0
    },
  }
}

/** What is asked during this turn of the event loop is sent at once: to send costs about as much as to ask. */
export function sendTogether({ connection: { stream } }: PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const changingCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
