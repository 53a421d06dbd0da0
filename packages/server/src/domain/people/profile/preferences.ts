import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { StoredPreferences } from '#store/tables/people'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** [WEB-16] What a person has chosen for the web client. */
export async function findPreferences(db: Db, { teamId, userId }: Person): Promise<StoredPreferences> {
  const row = await db
    .selectFrom('preferences')
    .select('chosen')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.chosen ?? {}
}

/** [WEB-16] Changes what a person has chosen; what is not given stays. All their browsers learn of it. */
export async function changePreferences(tx: Tx, person: Person, change: StoredPreferences): Promise<void> {
  const { teamId, userId } = person
  await tx.lock(`preferences ${teamId} ${userId}`)
  const chosen = { ...(await findPreferences(tx, person)), ...change }
  await tx
    .insertInto('preferences')
    .values({ team_id: teamId, user_id: userId, chosen })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ chosen }))
    .execute()
  tx.work.log(logEntry('preferences', teamId, { subject: userId }))
}
