import type { Tx } from '#store/db'
import { Remembered } from '#store/cache'
import { type Caller, isApp } from '#domain/access/caller'
import { now } from '#domain/clock'
import { teamOf } from '#domain/access/grants'
import { Refusal } from '#domain/refusal'
import { SlidingWindow } from '#domain/access/rateLimiter'

const windows = new Remembered<SlidingWindow>(() => undefined)

/** [ORD 19] Counts one message against what the team, and the app in it, may write in a minute. */
export async function takeMessage(tx: Tx, caller: Caller, teamId: string): Promise<void> {
  const policies = (await teamOf(tx, teamId))?.policies ?? {}
  if (policies.message_limit !== undefined) {
    const over = take(tx, teamId, policies.message_limit)
    if (over)
      throw new Refusal(
        'message_limit_exceeded',
        `The members of ${teamId} write too much; try again in ${over.retryAfter} s.`,
      )
  }
  if (policies.app_message_limit !== undefined && isApp(caller)) {
    const over = take(tx, `${teamId}/${caller.app.id}`, policies.app_message_limit)
    if (over)
      throw new Refusal(
        'rate_limited',
        `The app ${caller.app.id} writes too much in ${teamId}; try again in ${over.retryAfter} s.`,
      )
  }
}

function take(tx: Tx, key: string, rule: Parameters<SlidingWindow['take']>[0]) {
  const known = windows.in(tx)
  let window = known.get(key)
  if (!window) known.set(key, (window = new SlidingWindow()))
  const taken = window
  const time = now()
  const over = taken.take(rule, time)
  if (!over) tx.work.onRollback(() => taken.giveBack(time))
  return over
}
