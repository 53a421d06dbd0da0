import type { Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import { logEntry } from '#domain/log/entry'

type FileChange = Extract<Change, { file: string }>['type']

/** [FIL-8] Tells the apps of these channels what happened to a file: each app once, in the first channel that it is in. */
export function logFileChange(
  tx: Tx,
  type: FileChange,
  file: { team_id: string; id: string; user_id: string },
  channels: readonly string[],
): void {
  const all = [...new Set(channels)]
  for (const [i, channelId] of all.entries()) {
    const change = { type, file: file.id, told: all.slice(0, i) }
    tx.work.log(logEntry('file', file.team_id, { channelId, subject: file.user_id, change }))
  }
}
