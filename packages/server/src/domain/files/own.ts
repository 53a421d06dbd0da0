import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { type FileRow, noSuchFile } from './find.ts'

/** Finds a file that the caller uploaded, with the same app. Deleted files do not count. */
export async function findOwnFile(db: Db, caller: Caller, id: string): Promise<FileRow> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('team_id', '=', caller.teamId)
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (row && row.app_id === (caller.app?.id ?? null)) return row
  throw noSuchFile(id)
}

export function updateFile(tx: Tx, { team_id, id }: { team_id: string; id: string }) {
  return tx.updateTable('files').where('team_id', '=', team_id).where('id', '=', id)
}

/** Locks a file: others who complete, delete or unshare it wait until the transaction ends. */
export function lockFile(tx: Tx, teamId: string, id: string): Promise<void> {
  return tx.lock(`file ${teamId} ${id}`)
}

/** Locks several files, always in the same order: of two who lock the same ones, one waits for the other. */
export async function lockFiles(tx: Tx, teamId: string, ids: Iterable<string>): Promise<void> {
  for (const id of [...ids].toSorted()) await lockFile(tx, teamId, id)
}
