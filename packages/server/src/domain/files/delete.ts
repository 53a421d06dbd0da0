import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import { logFileChange } from './changes.ts'
import { unindexFile } from '#domain/search/indexTexts'
import { findOwnFile, lockFile, updateFile } from './own.ts'

/** [FIL-7] Deletes a file of the caller. Messages that share it stay, and show that it was deleted. */
export async function deleteFile(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockFile(tx, caller.teamId, id)
  const row = await findOwnFile(tx, caller, id)
  await updateFile(tx, row).set({ state: 'deleted', ticket: null }).execute()
  await unindexFile(tx, row)
  const shared = await tx
    .deleteFrom('file_shares')
    .where('team_id', '=', row.team_id)
    .where('file_id', '=', id)
    .returningAll()
    .execute()
  const channels = shared.map(({ channel_id: channelId }) => channelId)
  logFileChange(tx, 'file_deleted', row, channels)
  for (const { channel_id: channelId, ts } of shared)
    tx.work.log(logEntry('message', row.team_id, { channelId, ts, subject: row.user_id }))
}
