import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { SidebarLayout } from '#store/tables/people'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** [SDB-1] Keeps how a person has arranged their sidebar. */
export async function arrangeSidebar(tx: Tx, { teamId, userId }: Person, layout: SidebarLayout): Promise<void> {
  await tx
    .insertInto('sidebars')
    .values({ team_id: teamId, user_id: userId, layout })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ layout }))
    .execute()
  tx.work.log(logEntry('sidebar', teamId, { subject: userId }))
}

/** How a person has arranged their sidebar; undefined if they have not. */
export async function findSidebar(db: Db, { teamId, userId }: Person): Promise<SidebarLayout | undefined> {
  const row = await db
    .selectFrom('sidebars')
    .select('layout')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.layout
}
