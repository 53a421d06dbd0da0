import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { logFileChange } from './changes.ts'
import { indexFile } from '#domain/search/indexTexts'
import { type FileRow, noSuchFile } from './find.ts'
import { findOwnFile, lockFiles, updateFile } from './own.ts'

export interface CompletedFile {
  id: string
  title?: string | undefined
  /** A description of an image. Undefined keeps the one given before. */
  alt?: string | undefined
}

/** [FIL-4] Completes files that the caller has uploaded, to share them in `channels`. Returns them in the same order. */
export async function completeFiles(
  tx: Tx,
  caller: Caller,
  files: readonly CompletedFile[],
  channels: readonly string[] = [],
): Promise<FileRow[]> {
  await lockFiles(
    tx,
    caller.teamId,
    files.map(({ id }) => id),
  )
  const completed: FileRow[] = []
  for (const { id, title, alt } of files) {
    const row = await findOwnFile(tx, caller, id)
    if (row.state === 'expected') throw new Refusal('file_not_uploaded', `Nothing was uploaded yet for the file ${id}.`)
    if (row.state === 'ready') throw new Refusal('file_already_completed', `The file ${id} is completed already.`)
    const changed = await updateFile(tx, row)
      .where('state', '=', 'received')
      .set({
        state: 'ready',
        expires_at: null,
        ...(title ? { title: title.toWellFormed() } : {}),
        ...(alt === undefined ? {} : { alt_text: alt.toWellFormed() }),
      })
      .returningAll()
      .executeTakeFirst()
    // [FIL-2] Its hour has ended at this moment.
    if (!changed) throw noSuchFile(id)
    logFileChange(tx, 'file_created', changed, channels)
    await indexFile(tx, changed)
    completed.push(changed)
  }
  return completed
}
