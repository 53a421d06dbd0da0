import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type ViewRow = Selectable<Tables['views']>

export function findView(db: Db, teamId: string, id: string): Promise<ViewRow | undefined> {
  return db.selectFrom('views').selectAll().where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst()
}

/** Locks a view stack: others who change it wait until the transaction ends. */
export function lockViewStack(tx: Tx, { team_id, root_id }: Pick<ViewRow, 'team_id' | 'root_id'>): Promise<void> {
  return tx.lock(`views ${team_id} ${root_id}`)
}

/** Lists the modals of a view stack, the top one last. A home is a stack of its own. */
export function listViewStack(db: Db, teamId: string, rootId: string): Promise<ViewRow[]> {
  return db
    .selectFrom('views')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('root_id', '=', rootId)
    .orderBy('depth')
    .execute()
}

export async function findHome(
  db: Db,
  { teamId, appId, userId }: { teamId: string; appId: string; userId: string },
): Promise<ViewRow | undefined> {
  const rows = await db
    .selectFrom('views')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .execute()
  return rows.find(({ view }) => view.type === 'home')
}

/** Finds the id of the modal below this one. */
export async function findIdBelow(db: Db, row: ViewRow): Promise<string | undefined> {
  return (await listViewStack(db, row.team_id, row.root_id)).findLast(({ depth }) => depth < row.depth)?.id
}

export async function findViewByExternalId(
  db: Db,
  teamId: string,
  appId: string,
  externalId: string,
): Promise<ViewRow | undefined> {
  return db
    .selectFrom('views')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}
