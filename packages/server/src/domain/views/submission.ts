import type { Tx } from '#store/db'
import type { ViewRow } from './find.ts'

/** Longer than an app and the database may take. A process that dies meanwhile keeps the modal no longer. Milliseconds. */
const submittingMs = 15_000

/** [ACT-11] Says that a modal is being submitted. Returns false if it is already, through whichever process. */
export async function beginSubmission(tx: Tx, { team_id: teamId, id }: ViewRow): Promise<boolean> {
  const now = tx.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('views')
    .set({ submitting_until: now + submittingMs })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where((where) => where.or([where('submitting_until', 'is', null), where('submitting_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endSubmission(tx: Tx, { team_id: teamId, id }: ViewRow): Promise<void> {
  await tx
    .updateTable('views')
    .set({ submitting_until: null })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
}
