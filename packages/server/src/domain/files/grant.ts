import type { Caller } from '#domain/access/caller'
import type { Db, Tx } from '#store/db'
import { type FileRow, selectFilesGrantedTo } from './find.ts'
import { completeFiles } from './complete.ts'

/** Finds those of these files that a person may grant to an app: their own uploads, and files granted to it before. */
export async function findGrantableFiles(
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
    .where((where) =>
      where.or([where('state', '=', 'received'), where('id', 'in', selectFilesGrantedTo(db, teamId, appId))]),
    )
    .where('state', 'in', ['received', 'ready'])
    .execute()
  return own.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** [FIL-5, ACT-16] Completes the files and lets the app read them. */
export async function grantFiles(tx: Tx, person: Caller, appId: string, files: readonly FileRow[]): Promise<FileRow[]> {
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
