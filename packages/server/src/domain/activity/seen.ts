import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import { inVisibleChannels } from './visible.ts'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** Reactions beyond this number are not counted. */
const maxCounted = 10

/** [NTF-4] Counts the reactions of others to a person's messages since they last looked, at most ten. */
export async function countUnseenReactions(db: Db, person: Person): Promise<number> {
  const since = await findSeenAt(db, person)
  const newer = db
    .selectFrom('reactions as about')
    .select('about.n')
    .where('about.team_id', '=', person.teamId)
    .where('about.author', '=', person.userId)
    .where('about.reacted_at', '>', since)
    .limit(maxCounted)
  return (await inVisibleChannels(newer, person.userId).execute()).length
}

/** When a person last looked at the reactions to their messages; 0 if they never did. */
export async function findSeenAt(db: Db, { teamId, userId }: Person): Promise<number> {
  const mark = await db
    .selectFrom('activity_marks')
    .select('seen_at')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return mark?.seen_at ?? 0
}

/** [NTF-4] The person has seen all reactions up to now; with `threads`, all their threads too. */
export async function setSeen(tx: Tx, { teamId, userId }: Person, threads: boolean): Promise<void> {
  const seen_at = tx.clock.now()
  await tx
    .insertInto('activity_marks')
    .values({ team_id: teamId, user_id: userId, seen_at })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ seen_at }))
    .execute()
  if (threads)
    await tx
      .updateTable('followed_threads')
      .set(({ ref }) => ({ last_read: ref('latest') }))
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .whereRef('latest', '>', 'last_read')
      .execute()
  tx.work.log(logEntry('activity', teamId, { subject: userId }))
}
