import type { Caller } from '#domain/access/caller'
import type { Db, Tx } from '#store/db'
import { type FileRow, grantedTo } from './find.ts'
import { completeFiles } from './share.ts'

/** Of these files those that a person can give to an app: uploaded by themselves for it, or given to it before. */
export async function filesToGive(
  db: Db,
  { teamId, userId }: Caller,
  appId: string,
  ids: readonly string[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  const own = await db
    .selectFrom('files')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('app_id', 'is', null)
    .where((where) => where.or([where('state', '=', 'received'), where('id', 'in', grantedTo(db, teamId, appId))]))
    .where('state', 'in', ['received', 'ready'])
    .execute()
  return own.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** [FIL-5, ACT-16] The files are whole from now on, and the app may read them. */
export async function giveFiles(tx: Tx, person: Caller, appId: string, files: readonly FileRow[]): Promise<FileRow[]> {
  const fresh = files.filter(({ state }) => state === 'received')
  const completed = await completeFiles(
    tx,
    person,
    fresh.map(({ id }) => ({ id })),
  )
  for (const { team_id, id: file_id } of fresh)
    await tx.insertInto('file_grants').values({ team_id, file_id, app_id: appId }).execute()
  return files.map((file) => completed.find(({ id }) => id === file.id) ?? file)
}
