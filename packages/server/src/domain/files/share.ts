import type { Tx } from '#store/db'
import { logFileChange } from './changes.ts'
import { findFilesOf } from './find.ts'
import { unindexFile } from '#domain/search/indexTexts'
import { lockFile, updateFile } from './own.ts'

/** Records that a message shares these files. */
export async function shareFiles(tx: Tx, message: { team_id: string; channel_id: string; ts: string }, ids: string[]) {
  const { team_id, channel_id, ts } = message
  const rows = ids.map((file_id) => ({ team_id, file_id, channel_id, ts }))
  await tx.insertInto('file_shares').values(rows).execute()
}

/** [FIL-7] Removes the shares of a deleted message, and deletes files that are shared nowhere else. */
export async function unshareFiles(
  tx: Tx,
  { team_id, channel_id, ts, files }: { team_id: string; channel_id: string; ts: string; files: string[] | null },
): Promise<void> {
  if (!files) return
  // Of two messages that are deleted at the same moment, one sees that the other is gone.
  for (const id of files.toSorted()) await lockFile(tx, team_id, id)
  await tx
    .deleteFrom('file_shares')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .execute()
  const found = await findFilesOf(tx, team_id, [{ files }])
  for (const id of files) {
    const elsewhere = await tx
      .selectFrom('file_shares')
      .select('channel_id')
      .where('team_id', '=', team_id)
      .where('file_id', '=', id)
      .execute()
    const file = found.get(id)
    if (!file || file.state === 'deleted') continue
    if (elsewhere.length === 0) {
      await updateFile(tx, file).set({ state: 'deleted' }).execute()
      await unindexFile(tx, file)
      logFileChange(tx, 'file_deleted', file, [channel_id])
    } else if (elsewhere.every((share) => share.channel_id !== channel_id)) {
      logFileChange(tx, 'file_unshared', file, [channel_id])
    }
  }
}
