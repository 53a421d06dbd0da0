import type { Tx } from '#store/db'
import type { PerMinute } from '#store/tables/policies'
import { type Caller, isApp } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'
import { SlidingWindow } from '#domain/access/slidingWindow'

/** Stands for everyone in the team, in place of an app. */
const everyone = ''

/** [ORD 19] Counts a message against the limits of the team and the app for one minute. Refuses if one is exceeded. */
export async function countMessage(tx: Tx, caller: Caller, teamId: string): Promise<void> {
  const team = await findTeam(tx, teamId)
  const policies = team?.policies ?? {}
  if (policies.message_limit !== undefined) {
    const over = await take(tx, teamId, everyone, policies.message_limit)
    if (over)
      throw new Refusal(
        'message_limit_exceeded',
        `Too many messages are being written in ${team?.name}; try again in ${over.retryAfter} s.`,
      )
  }
  if (policies.app_message_limit !== undefined && isApp(caller)) {
    const over = await take(tx, teamId, caller.app.id, policies.app_message_limit)
    if (over)
      throw new Refusal(
        'rate_limited',
        `The app ${caller.app.id} writes too much in ${teamId}; try again in ${over.retryAfter} s.`,
      )
  }
}

/** The times are kept with the message, so that all processes count together, and only what was written counts. */
async function take(tx: Tx, teamId: string, appId: string, rule: PerMinute) {
  await tx.lock(`messages of ${teamId} ${appId}`)
  const row = await tx
    .selectFrom('message_counts')
    .select('times')
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  const window = new SlidingWindow(row?.times)
  const over = window.take(rule, tx.clock.now())
  if (over) return over
  const times = [...window.taken]
  await tx
    .insertInto('message_counts')
    .values({ team_id: teamId, app_id: appId, times })
    .onConflict((conflict) => conflict.columns(['team_id', 'app_id']).doUpdateSet({ times }))
    .execute()
  return undefined
}
