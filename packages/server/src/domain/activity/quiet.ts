import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** [NTF-7] Until when a person does not want to be disturbed, Unix milliseconds. It may have passed; 0 if they never said. */
export async function findQuietUntil(db: Db, { teamId, userId }: Person): Promise<number> {
  const mark = await db
    .selectFrom('activity_marks')
    .select('quiet_until')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return mark?.quiet_until ?? 0
}

/** [NTF-7] The person does not want to be disturbed until then; 0: they do again. */
export async function setQuiet(tx: Tx, { teamId, userId }: Person, until: number): Promise<void> {
  await tx
    .insertInto('activity_marks')
    .values({ team_id: teamId, user_id: userId, seen_at: 0, quiet_until: until })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ quiet_until: until }))
    .execute()
  tx.work.log(logEntry('activity', teamId, { subject: userId }))
}
