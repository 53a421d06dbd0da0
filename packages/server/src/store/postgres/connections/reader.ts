import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient, QueryResultRow } from 'pg'
import { deadlock, hasCode, hasOtherStatements, isCut, mostDeadlocks } from '#store/postgres/failures'
import { sendTogether } from './transaction.ts'
import type { WatchedPool } from './watchedPool.ts'

/**
 * What one reader asks, without a transaction. It has a connection while it waits for an answer. What it asks at the same
 * time is sent together, which costs about as much as to ask one thing.
 */
export class ReaderConnection implements DatabaseConnection {
  readonly #pool: WatchedPool
  #taking: Promise<PoolClient> | undefined
  #waiting = 0
  #wasCut = false

  constructor(pool: WatchedPool) {
    this.#pool = pool
  }

  /** [NOD-19, NOD-20] A statement is asked again if it loses a deadlock, such as with a migration, or its connection has other names. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#ask(query)
      } catch (error) {
        const isAskedAgain = hasOtherStatements(error) || hasCode(error, deadlock)
        if (tries === mostDeadlocks || !isAskedAgain) throw error
      }
  }

  async #ask<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#waiting++
    const taking = (this.#taking ??= this.#pool.connect())
    try {
      const client = await taking
      sendTogether(client)
      const { rows } = await this.#pool.names.ask<R & QueryResultRow>(client, query)
      return { rows }
    } catch (error) {
      this.#wasCut ||= isCut(error)
      throw error
    } finally {
      if (--this.#waiting === 0) this.#release(taking)
    }
  }

  #release(taking: Promise<PoolClient>): void {
    const wasCut = this.#wasCut
    this.#taking = undefined
    this.#wasCut = false
    taking.then(
      (client) => this.#pool.release(client, wasCut),
      () => {}, // there was none
    )
  }

  streamQuery(): never {
    throw new Error('Queries are not streamed.')
  }
}
