import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Store, Tx } from '#store/db'
import type { MaybePromise } from '#store/maybePromise'

/** Writes on PostgreSQL in a transaction that stays open until `release`, or until its test ends. */
export async function holdWrite(store: Store, write: (tx: Tx) => MaybePromise<unknown>) {
  const [written, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const writing = store.write(async (tx) => {
    await write(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    written.resolve(rows[0]!.pid)
    await over.promise
  })
  onTestFinished(() => release().catch(() => {})) // the test has been told
  const pid = await Promise.race([written.promise, writing])
  return { release, keepsWaiting }

  function release(): Promise<void> {
    over.resolve()
    return writing
  }
  /** Returns whether another write waits for this one; false if it has ended and did not. */
  async function keepsWaiting(other: Promise<unknown>): Promise<boolean> {
    let hasEnded = false
    other.then(
      () => (hasEnded = true),
      () => (hasEnded = true),
    )
    const waiting = sql`select 1 from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))`
    for (; !hasEnded; await pause(5)) if ((await waiting.execute(store.db)).rows.length > 0) return true
    return false
  }
}
