import type { Tx } from '#store/db'
import { CacheRegion } from '#store/cache'
import { type Caller, isApp } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'
import { SlidingWindow } from '#domain/access/slidingWindow'

const messageWindows = new CacheRegion<SlidingWindow>(() => undefined)

/** [ORD 19] Counts a message against the limits of the team and the app for one minute. Refuses if one is exceeded. */
export async function countMessage(tx: Tx, caller: Caller, teamId: string): Promise<void> {
  const team = await findTeam(tx, teamId)
  const policies = team?.policies ?? {}
  if (policies.message_limit !== undefined) {
    const over = take(tx, teamId, policies.message_limit)
    if (over)
      throw new Refusal(
        'message_limit_exceeded',
        `Too many messages are being written in ${team?.name}. Try again in ${over.retryAfter} s.`,
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
  const known = messageWindows.valuesIn(tx)
  let window = known.get(key)
  if (!window) known.set(key, (window = new SlidingWindow()))
  const taken = window
  const time = tx.clock.now()
  const over = taken.take(rule, time)
  if (!over) tx.work.onRollback(() => taken.giveBack(time))
  return over
}
