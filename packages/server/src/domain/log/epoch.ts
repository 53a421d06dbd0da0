import type { Db, Tx } from '#store/db'
import { newSecret } from '#domain/ids'

/** Finds the epoch, which names this history of the log. A cursor from another epoch is meaningless. */
export async function findEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
  return row?.value ?? ''
}

/** Names the history of a team's log: it has another name after the log has gone back. A cursor belongs to one history. */
export async function findHistory(db: Db, teamId: string): Promise<string> {
  if (db.cache.isSingleWriter) return findEpoch(db)
  const log = db.selectFrom('team_log').select(['history', 'epoch']).where('team_id', '=', teamId)
  const row = await log.executeTakeFirst()
  const epoch = row?.epoch ?? (await findEpoch(db))
  return row?.history ? `${epoch}.${row.history}` : epoch
}

/** Gives the database an epoch, unless it has one. */
export async function createEpoch(tx: Tx): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'epoch', value: newSecret().slice(0, 12) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
