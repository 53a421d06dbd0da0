import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { logFileChange } from './changes.ts'
import { findFilesOf } from './find.ts'
import { lockShownPictures, type Shown } from './linked.ts'
import { unindexFile } from '#domain/search/indexTexts'
import { lockFiles, updateFile } from './own.ts'

interface MessageKey {
  team_id: string
  channel_id: string
  ts: string
}

/**
 * [FIL-20] Shares the pictures that a message shows from now on. Those that it showed before stay shared until it is deleted:
 * its earlier versions can be read.
 */
export async function sharePictures(
  tx: Tx,
  author: Caller,
  message: MessageKey,
  shown: Shown,
  before?: Shown,
): Promise<void> {
  await shareFiles(tx, message, await lockShownPictures(tx, author, message.team_id, shown, before))
}

/** Records that a message shares these files. It may share some of them already. */
export async function shareFiles(tx: Tx, message: MessageKey, ids: readonly string[]): Promise<void> {
  const { team_id, channel_id, ts } = message
  if (ids.length === 0) return
  const rows = ids.map((file_id) => ({ team_id, file_id, channel_id, ts }))
  await tx
    .insertInto('file_shares')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * [FIL-7, FIL-20] Removes the shares of a deleted message, and deletes those of its files that are shared nowhere else. The
 * pictures of its blocks stay with who uploaded them.
 */
export async function unshareFiles(
  tx: Tx,
  { team_id, channel_id, ts, files }: MessageKey & { files: string[] | null },
): Promise<void> {
  const shared = await tx
    .selectFrom('file_shares')
    .select('file_id')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .execute()
  const ids = new Set([...(files ?? []), ...shared.map(({ file_id: id }) => id)])
  if (ids.size === 0) return
  // Of two messages that are deleted at the same moment, one sees that the other is gone.
  await lockFiles(tx, team_id, ids)
  await tx
    .deleteFrom('file_shares')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .execute()
  const found = await findFilesOf(tx, team_id, [{ files: [...ids] }])
  for (const id of ids) {
    const elsewhere = await tx
      .selectFrom('file_shares')
      .select('channel_id')
      .where('team_id', '=', team_id)
      .where('file_id', '=', id)
      .execute()
    const file = found.get(id)
    if (!file || file.state === 'deleted') continue
    if (elsewhere.length === 0 && files?.includes(id)) {
      await updateFile(tx, file).set({ state: 'deleted' }).execute()
      await unindexFile(tx, file)
      logFileChange(tx, 'file_deleted', file, [channel_id])
    } else if (elsewhere.every((share) => share.channel_id !== channel_id)) {
      logFileChange(tx, 'file_unshared', file, [channel_id])
    }
  }
}
