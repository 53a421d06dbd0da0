import type { View } from '@rivulet/blocks/types'
import type { Tx } from '#store/db'
import { findHome, type ViewRow } from './find.ts'
import { updateView } from './update.ts'
import { hashConflict, insertView } from './insert.ts'

/** [ACT-10] Sets what the app's home shows to one person. With `hash`, only if the home still has that hash. */
export async function publishHome(
  tx: Tx,
  owner: { teamId: string; appId: string; userId: string },
  view: View,
  hash?: string,
): Promise<ViewRow> {
  await tx.lock(`home ${owner.teamId} ${owner.appId} ${owner.userId}`)
  const home = await findHome(tx, owner)
  if (home) return updateView(tx, home, view, hash)
  if (hash !== undefined) throw hashConflict(hash)
  return insertView(tx, { ...owner, page: null }, view)
}
