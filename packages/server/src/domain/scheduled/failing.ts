import { CacheRegion } from '#store/cache'
import type { Db } from '#store/db'
import type { ScheduledRow } from './own.ts'

/** [SCH-9] How long after each unexpected failure a message is tried again, milliseconds. */
const retryMs = [1000, 10_000, 60_000, 600_000]

/** What is read of a message before its turn. */
export type Due = Pick<ScheduledRow, 'team_id' | 'app_id' | 'id' | 'post_at'>

/** The messages of a database that could not be sent, unexpectedly: how often, and when they are tried again. One process sends. */
const failing = new CacheRegion<{ row: Due; failures: number; retryAt: number }>(() => undefined)

/** [SCH-9] Notes that a message could not be sent. Returns whether it is tried again. */
export function postpone(db: Db, row: Due): boolean {
  const all = failing.valuesIn(db)
  const failures = (all.get(keyOf(row))?.failures ?? 0) + 1
  const wait = retryMs[failures - 1]
  if (wait === undefined) all.delete(keyOf(row))
  else all.set(keyOf(row), { row, failures, retryAt: db.clock.now() + wait })
  return wait !== undefined
}

export function forgetFailures(db: Db, row: Due): void {
  failing.valuesIn(db).delete(keyOf(row))
}

/** The messages that are not tried yet. */
export function listPostponed(db: Db): Due[] {
  const now = db.clock.now()
  return [...failing.valuesIn(db).values()].filter(({ retryAt }) => retryAt > now).map(({ row }) => row)
}

/** A message with another time is another one. */
function keyOf({ team_id, id, post_at }: Due): string {
  return `${team_id}/${id}/${post_at}`
}
