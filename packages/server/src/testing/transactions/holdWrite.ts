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
  /** Returns whether other writes wait for this one, or behind those that do; false if one of them has ended and did not. */
  async function keepsWaiting(...others: readonly Promise<unknown>[]): Promise<boolean> {
    let hasEnded = false
    const end = () => (hasEnded = true)
    for (const other of others) other.then(end, end)
    const waiting = sql`with recursive waiting as (
      select pid from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))
      union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid))
    ) select from waiting`
    for (; !hasEnded; await pause(5)) if ((await waiting.execute(store.db)).rows.length >= others.length) return true
    return false
  }
}
