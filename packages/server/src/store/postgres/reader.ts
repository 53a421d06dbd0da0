import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { isCut, mostInterruptions, wasInterrupted } from './failures.ts'
import { sendTogether } from './transaction.ts'
import type { WatchedPool } from './watchedPool.ts'

/** A connection that is held while answers are awaited on it. */
interface Held {
  taking: Promise<PoolClient>
  waiting: number
  wasCut: boolean
}

/**
 * What one reader asks, without a transaction. It has a connection while it waits for an answer. What it asks at the same
 * time is sent together, which costs about as much as to ask one thing. [NOD-21] What is only read is asked again over
 * another connection if the first is interrupted.
 */
export class ReaderConnection implements DatabaseConnection {
  readonly #pool: WatchedPool
  #held: Held | undefined

  constructor(pool: WatchedPool) {
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#ask(query)
      } catch (error) {
        if (attempt === mostInterruptions || !wasInterrupted(error) || !isReading(query)) throw error
      }
  }

  async #ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const held = (this.#held ??= { taking: this.#pool.connect(), waiting: 0, wasCut: false })
    held.waiting++
    try {
      const client = await held.taking
      sendTogether(client)
      const { rows } = await client.query(sql, [...parameters])
      return { rows }
    } catch (error) {
      held.wasCut ||= isCut(error)
      // Whoever asks next takes another.
      if (held.wasCut) this.#forget(held)
      throw error
    } finally {
      if (--held.waiting === 0) this.#release(held)
    }
  }

  #forget(held: Held): void {
    if (this.#held === held) this.#held = undefined
  }

  #release(held: Held): void {
    this.#forget(held)
    held.taking.then(
      (client) => client.release(held.wasCut),
      () => {}, // there was none
    )
  }

  streamQuery(): never {
    throw new Error('Queries are not streamed.')
  }
}

function isReading({ sql }: CompiledQuery): boolean {
  return /^\s*select\b/i.test(sql)
}
