import type { View } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import type { Tx } from '#store/db'
import { newBlockId, newId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { findViewByExternalId, type ViewRow } from './find.ts'

/** [ACT-8] Limit of a view as JSON. */
const maxViewBytes = 250 * 1024

export async function insertView(
  tx: Tx,
  { teamId, appId, userId, page }: { teamId: string; appId: string; userId: string; page: string | null },
  view: View,
  stack?: { rootId: string; depth: number },
): Promise<ViewRow> {
  const id = newId('V')
  const row: ViewRow = {
    team_id: teamId,
    id,
    app_id: appId,
    user_id: userId,
    root_id: stack?.rootId ?? id,
    depth: stack?.depth ?? 0,
    page,
    ...(await prepareView(tx, { team_id: teamId, app_id: appId }, view, id)),
    changed_at: tx.clock.now(),
    submitting_until: null,
  }
  await tx.insertInto('views').values(row).execute()
  logView(tx, row)
  return row
}

export async function prepareView(tx: Tx, of: { team_id: string; app_id: string }, view: View, id: string) {
  // The type comes first, because expired modals are found by how their JSON begins.
  const complete: View = Object.assign({ type: view.type }, view, { blocks: assignIds(view.blocks, newBlockId) })
  const size = Buffer.byteLength(JSON.stringify(complete))
  if (size > maxViewBytes)
    throw new Refusal('view_too_large', `A view is at most ${maxViewBytes} bytes; this is ${size}.`)
  const externalId = view.external_id || null
  await checkExternalId(tx, of, externalId, id)
  return { external_id: externalId, hash: newHash(tx.clock.now()), view: complete }
}

/** An `external_id` names one view of an app. */
async function checkExternalId(
  tx: Tx,
  of: { team_id: string; app_id: string },
  externalId: string | null,
  id: string,
): Promise<void> {
  if (externalId === null) return
  await tx.lock(`external_id ${of.team_id} ${of.app_id} ${externalId}`)
  const other = await findViewByExternalId(tx, of.team_id, of.app_id, externalId)
  if (other && other.id !== id)
    throw new Refusal(
      'duplicate_external_id',
      `The view ${other.id} has the external_id ${JSON.stringify(externalId)}.`,
    )
}

export function hashConflict(hash: string): Refusal {
  return new Refusal('hash_conflict', `The view has changed since it had the hash ${JSON.stringify(hash)}.`)
}

function newHash(now: number): string {
  return `${Math.floor(now / 1000)}.${newBlockId()}${newBlockId()}`
}

export function ownerOf(row: ViewRow) {
  return { teamId: row.team_id, appId: row.app_id, userId: row.user_id }
}

export function logView(tx: Tx, row: Pick<ViewRow, 'team_id' | 'root_id' | 'user_id'>): void {
  tx.work.log(logEntry('view', row.team_id, { ts: row.root_id, subject: row.user_id }))
}
