import { type CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult, sql } from 'kysely'
import type { PoolClient, QueryResult as PgResult, QueryResultRow } from 'pg'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { hasOtherStatements, isCut, RolledBack } from '#store/postgres/failures'
import { holdTeams, type LogStatements, type WrittenLog } from '#store/postgres/logStatement'
import type { Statement } from './statementNames.ts'
import type { WatchedPool } from './watchedPool.ts'

const beginSnapshot = 'begin isolation level repeatable read, read only'

/** Key of the advisory locks of `tx.lock`. */
export const keyLocks = 7071

/**
 * The transaction of one write, or of one snapshot. It takes a connection at its first query; a write without one never needs
 * it. Queries that do not wait for each other are sent together.
 */
export class LazyTransaction implements DatabaseConnection {
  readonly #pool: WatchedPool
  readonly #isSnapshot: boolean
  #taking: Promise<PoolClient> | undefined
  /** What was sent, and nobody has waited for: its begin, and writes. */
  readonly #sent: Promise<PgResult>[] = []
  /** Of queries that were sent together, one may fail while others have more to ask. */
  #isOver = false
  /** Its first failure. After it, PostgreSQL refuses everything, and does not say why. */
  #failure: unknown

  constructor(pool: WatchedPool, isSnapshot = false) {
    this.#pool = pool
    this.#isSnapshot = isSnapshot
  }

  get hasBegun(): boolean {
    return this.#taking !== undefined
  }

  /** [NOD-20] Whether it failed because its connection had other statements than it was given, whatever was made of that. */
  get hadOtherStatements(): boolean {
    return hasOtherStatements(this.#failure)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const client = await this.#taken()
    sendTogether(client)
    const asked = this.#ask<R & QueryResultRow>(client, query)
    const { command, rowCount, rows } = await asked.catch((error: unknown) => {
      throw this.#failure ?? error
    })
    return changingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }

  /** Sends a write, and does not wait for its result. */
  async send(query: CompiledQuery): Promise<void> {
    const client = await this.#taken()
    sendTogether(client)
    this.#keep(this.#ask(client, query))
  }

  #keep(sent: Promise<PgResult>): void {
    sent.catch(() => {}) // whoever asks or commits next is told
    this.#sent.push(sent)
  }

  streamQuery(): never {
    throw new Error('Queries are not streamed.')
  }

  async #taken(): Promise<PoolClient> {
    this.#checkIsGoingOn()
    const client = await (this.#taking ??= this.#take())
    this.#checkIsGoingOn()
    return client
  }

  #checkIsGoingOn(): void {
    if (this.#isOver) throw new Error('The transaction is over.')
  }

  async #take(): Promise<PoolClient> {
    const client = await this.#pool.connect()
    // Not awaited: the first query is sent along.
    sendTogether(client)
    this.#keep(this.#noting(client.query(this.#isSnapshot ? beginSnapshot : 'begin')))
    return client
  }

  #ask<R extends QueryResultRow>(client: PoolClient, statement: Statement): Promise<PgResult<R>> {
    return this.#noting(this.#pool.names.ask<R>(client, statement))
  }

  #noting<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      this.#failure ??= error
      throw error
    })
  }

  /** Lets nobody else write to the logs of these teams, and returns the connection. */
  async hold(teams: readonly string[]): Promise<PoolClient> {
    const client = await this.#taken()
    await this.#ask(client, holdTeams(teams))
    return client
  }

  /**
   * Writes to the log and commits, in one round trip. Begins if it has not yet. If it throws, and it has committed
   * nevertheless, readers can see that.
   */
  async commit(log?: LogStatements): Promise<WrittenLog | undefined> {
    const client = await this.#taken()
    sendTogether(client)
    const ending = [
      ...(log ? [this.#ask(client, log.take), this.#ask<WrittenLog & QueryResultRow>(client, log.write)] : []),
      client.query('commit'),
    ]
    this.#isOver = true
    const outcomes: PromiseSettledResult<PgResult>[] = await Promise.allSettled([...this.#sent, ...ending])
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    const wasCut = failure !== undefined && isCut(failure.reason)
    this.#release(client, wasCut)
    if (wasCut) await this.#pool.waitForEnd(client).catch(() => {}) // the next look tells readers
    if (failure) throw failure.reason
    // So it answers if somebody has made nothing of the failure of a query.
    if ((await ending.at(-1))?.command !== 'COMMIT') throw new RolledBack()
    return log && (await ending[1])?.rows[0]
  }

  async rollBack(): Promise<void> {
    this.#isOver = true
    const client = await this.#taking?.catch(() => undefined)
    if (!client || !this.#taking) return
    // A broken connection has rolled back.
    this.#release(client, await client.query('rollback').then(() => false, isCut))
  }

  #release(client: PoolClient, wasCut = false): void {
    this.#taking = undefined
    this.#pool.release(client, wasCut)
  }
}

/** What a transaction can do besides its queries. */
export function actionsOf(
  transaction: LazyTransaction,
  queries: Kysely<Tables>,
): Pick<Tx, 'send' | 'lock' | 'tryLock' | 'holdLog'> {
  const send: Tx['send'] = (write) => transaction.send(write.compile(queries))
  return {
    send,
    lock: (key) => send(sql`select pg_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`),
    async tryLock(key) {
      const locking = sql`select where pg_try_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`
      return (await locking.execute(queries)).rows.length > 0
    },
    holdLog: async (team) => void (await transaction.hold([team])),
  }
}

/** What is asked during this turn of the event loop is sent at once: to send costs about as much as to ask. */
export function sendTogether({ connection: { stream } }: PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const changingCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
