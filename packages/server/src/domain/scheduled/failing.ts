import type { Cache } from '#store/cache'
import type { Db } from '#store/db'
import type { ScheduledRow } from './own.ts'

/** [SCH-9] How long after each unexpected failure a message is tried again, milliseconds. */
const retryMs = [1000, 10_000, 60_000, 600_000]
/** What was due so long ago and is still noted was deleted, or another process sends now. Milliseconds. */
const forgottenAfterMs = 3_600_000

/** What is read of a message before its turn. */
export type Due = Pick<ScheduledRow, 'team_id' | 'app_id' | 'id' | 'post_at'>

interface Failing {
  row: Due
  failures: number
  retryAt: number
}

/** By database: the messages that could not be sent, unexpectedly. One process sends. */
const failing = new WeakMap<Cache, Map<string, Failing>>()

/** A message with another time is another one. */
export const keyOf = ({ team_id, id, post_at }: Due): string => `${team_id}/${id}/${post_at}`

/** [SCH-9] Notes that a message could not be sent. Returns whether it is tried again. */
export function postpone(db: Db, row: Due): boolean {
  const all = failingIn(db)
  const failures = (all.get(keyOf(row))?.failures ?? 0) + 1
  const wait = retryMs[failures - 1]
  if (wait === undefined) all.delete(keyOf(row))
  else all.set(keyOf(row), { row, failures, retryAt: db.clock.now() + wait })
  return wait !== undefined
}

export function forgetFailures(db: Db, row: Due): void {
  failingIn(db).delete(keyOf(row))
}

/** The messages that are not tried yet. */
export function listPostponed(db: Db): Due[] {
  const now = db.clock.now()
  const all = failingIn(db)
  for (const [key, { retryAt }] of all) if (retryAt + forgottenAfterMs < now) all.delete(key)
  return [...all.values()].filter(({ retryAt }) => retryAt > now).map(({ row }) => row)
}

function failingIn({ cache }: Db): Map<string, Failing> {
  const all = failing.get(cache) ?? new Map<string, Failing>()
  failing.set(cache, all)
  return all
}
