import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { NotifyRule } from '#store/tables/channels'
import type { StoredPreferences } from '#store/tables/people'

type Person = Pick<Caller, 'teamId' | 'userId'>

export type Preferences = StoredPreferences & {
  /** [REA-6] What they want to be notified of where a channel says nothing else. */
  notify?: NotifyRule
}

/** [WEB-16] What a person has chosen for the web client. */
export async function findPreferences(db: Db, { teamId, userId }: Person): Promise<Preferences> {
  const row = await db
    .selectFrom('preferences')
    .select(['chosen', 'notify'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...row?.chosen, ...(row?.notify ? { notify: row.notify } : {}) }
}

/** [WEB-16] Changes what a person has chosen; what is not given stays. All their browsers learn of it. */
export async function changePreferences(tx: Tx, person: Person, change: Preferences): Promise<void> {
  const { teamId, userId } = person
  await tx.lock(`preferences ${teamId} ${userId}`)
  const { notify = null, ...chosen } = { ...(await findPreferences(tx, person)), ...change }
  await tx
    .insertInto('preferences')
    .values({ team_id: teamId, user_id: userId, chosen, notify })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ chosen, notify }))
    .execute()
  tx.work.log(logEntry('preferences', teamId, { subject: userId }))
}
