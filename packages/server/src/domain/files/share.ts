import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { entry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { type FileRow, noSuchFile } from './find.ts'

export interface Completed {
  id: string
  title?: string | undefined
  /** What is to be seen in an image; undefined: what was said of it before. */
  alt?: string | undefined
}

/** [FIL-4] Files that the caller has uploaded are whole from now on, in this order. */
export async function completeFiles(tx: Tx, caller: Caller, given: readonly Completed[]): Promise<FileRow[]> {
  for (const id of given.map((file) => file.id).toSorted()) await tx.alone(`file ${caller.teamId} ${id}`)
  const completed: FileRow[] = []
  for (const { id, title, alt } of given) {
    const row = await ownFile(tx, caller, id)
    if (row.state === 'expected') throw new Refusal('file_not_uploaded', `Nothing was uploaded yet for the file ${id}.`)
    if (row.state === 'ready') throw new Refusal('file_already_completed', `The file ${id} is completed already.`)
    const changed = await ofTeam(tx, row)
      .set({
        state: 'ready',
        expires_at: null,
        ...(title ? { title: title.toWellFormed() } : {}),
        ...(alt === undefined ? {} : { alt_text: alt.toWellFormed() }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    completed.push(changed)
  }
  return completed
}

/** One that the caller uploaded, with the same app if with one; deleted ones are gone. */
async function ownFile(db: Db, caller: Caller, id: string): Promise<FileRow> {
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

/** Notes that a message shares them. */
export async function shareFiles(tx: Tx, message: { team_id: string; channel_id: string; ts: string }, ids: string[]) {
  const { team_id, channel_id, ts } = message
  const rows = ids.map((file_id) => ({ team_id, file_id, channel_id, ts }))
  await tx.insertInto('file_shares').values(rows).execute()
}

/** [FIL-7] A message goes: and so do its files that are shared nowhere else. */
export async function unshareFiles(
  tx: Tx,
  { team_id, channel_id, ts, files }: { team_id: string; channel_id: string; ts: string; files: string[] | null },
): Promise<void> {
  if (!files) return
  await tx
    .deleteFrom('file_shares')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .execute()
  for (const id of files) {
    const elsewhere = await tx
      .selectFrom('file_shares')
      .select('ts')
      .where('team_id', '=', team_id)
      .where('file_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (!elsewhere) await ofTeam(tx, { team_id, id }).set({ state: 'deleted' }).execute()
  }
}

/** [FIL-7] Takes a file of the caller away from everywhere. Its messages stay, and say that it was deleted. */
export async function deleteFile(tx: Tx, caller: Caller, id: string): Promise<void> {
  await tx.alone(`file ${caller.teamId} ${id}`)
  const row = await ownFile(tx, caller, id)
  await ofTeam(tx, row).set({ state: 'deleted', ticket: null }).execute()
  const shared = await tx
    .deleteFrom('file_shares')
    .where('team_id', '=', row.team_id)
    .where('file_id', '=', id)
    .returningAll()
    .execute()
  for (const { channel_id: channelId, ts } of shared)
    tx.work.log(entry('message', row.team_id, { channelId, ts, subject: row.user_id }))
}

function ofTeam(tx: Tx, { team_id, id }: { team_id: string; id: string }) {
  return tx.updateTable('files').where('team_id', '=', team_id).where('id', '=', id)
}
