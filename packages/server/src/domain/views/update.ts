import type { View } from '@rivulet/blocks/types'
import type { Tx } from '#store/db'
import { Refusal } from '#domain/refusal'
import { findView, lockViewStack, type ViewRow } from './find.ts'
import { hashConflict, logView, prepareView } from './insert.ts'

/** [ACT-9] Replaces a view. With `hash`, only if the view still has that hash. */
export async function updateView(tx: Tx, row: ViewRow, view: View, hash?: string): Promise<ViewRow> {
  await lockViewStack(tx, row)
  const current = await findView(tx, row.team_id, row.id)
  if (!current) throw new Refusal('not_found', `The view ${row.id} is closed.`)
  checkHash(current, hash)
  if (view.type !== current.view.type)
    throw new Refusal('invalid_arguments', `The view ${row.id} is a ${current.view.type} and stays one.`)
  const changed = { ...(await prepareView(tx, row, view, row.id)), changed_at: tx.clock.now() }
  await tx.updateTable('views').set(changed).where('team_id', '=', row.team_id).where('id', '=', row.id).execute()
  logView(tx, row)
  return { ...current, ...changed }
}

/** [ACT-9] Refuses if the view has changed since the app has seen it. */
function checkHash(row: ViewRow, hash: string | undefined): void {
  if (hash !== undefined && hash !== row.hash) throw hashConflict(hash)
}
