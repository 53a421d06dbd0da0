import type { Caller } from '#domain/access/caller'
import type { Db, Tx } from '#store/db'
import { isSubscribed } from './subscriptions.ts'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** [NTF-10] For how long a window counts as in sight. The page renews it each minute. */
const sightMs = 90_000

/** [NTF-10] A window of a person has come into sight or gone out of it. It is not kept of whom nothing is pushed to. */
export async function reportSight(tx: Tx, person: Person, window: string, inSight: boolean): Promise<void> {
  const { teamId: team_id, userId: user_id } = person
  if (!inSight) {
    const own = tx.deleteFrom('windows_in_sight').where('team_id', '=', team_id).where('user_id', '=', user_id)
    await own.where('id', '=', window).execute()
    return
  }
  if (!(await isSubscribed(tx, person))) return
  const kept_until = tx.clock.now() + sightMs
  await tx
    .insertInto('windows_in_sight')
    .values({ team_id, user_id, id: window, kept_until })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'id']).doUpdateSet({ kept_until }))
    .execute()
}

/** Whether the person looks at a window of theirs, at whatever node. */
export async function isLooking(db: Db, { teamId, userId }: Person): Promise<boolean> {
  const own = db.selectFrom('windows_in_sight').select('id').where('team_id', '=', teamId).where('user_id', '=', userId)
  return (await own.where('kept_until', '>', db.clock.now()).limit(1).executeTakeFirst()) !== undefined
}

/** Those of a team that has moved stay behind, and are forgotten too. */
export async function forgetOldSights(tx: Tx): Promise<number> {
  const old = tx.deleteFrom('windows_in_sight').where('kept_until', '<=', tx.clock.now())
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
