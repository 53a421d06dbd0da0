import type { View } from '@rivulet/blocks/checkPayload'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Tx } from '#store/db'
import { now } from '#domain/clock'
import { newBlockId, newId } from '#domain/ids'
import { entry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { byExternalId, findView, homeOf, pileOf, type ViewRow } from './find.ts'
import type { Trigger } from './triggers.ts'

/** [ACT-8] Modals one over the other. */
const deepest = 3
/** [ACT-8] Bytes of a view as JSON. */
const largest = 250 * 1024
/** After how long nobody comes back to a modal, milliseconds. */
const stays = 24 * 3_600_000

/** [ACT-8] Opens a modal at the bottom of a new pile, in place of the one that the page shows. */
export async function openModal(tx: Tx, trigger: Trigger, view: View): Promise<ViewRow> {
  const { teamId, userId, page } = trigger
  const before = await tx
    .selectFrom('views')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('page', page === null ? 'is' : '=', page)
    .execute()
  const roots = before.filter((row) => row.view.type === 'modal' && row.depth === 0)
  for (const root of roots) await closePile(tx, root)
  return insert(tx, trigger, view)
}

/** [ACT-8] Puts a modal over those of the pile in which the person acted. */
export async function pushModal(tx: Tx, trigger: Trigger, view: View): Promise<ViewRow> {
  const under = trigger.viewId === null ? undefined : await findView(tx, trigger.teamId, trigger.viewId)
  if (!under || under.view.type !== 'modal')
    throw new Refusal('invalid_trigger_id', 'The trigger_id is of no modal that is open; views.open opens one.')
  return pushOnto(tx, under, view)
}

export async function pushOnto(tx: Tx, under: ViewRow, view: View): Promise<ViewRow> {
  await tx.alone(`views ${under.team_id} ${under.root_id}`)
  const pile = await pileOf(tx, under.team_id, under.root_id)
  if (pile.length >= deepest)
    throw new Refusal('push_limit_reached', `At most ${deepest} modals lie one over the other.`)
  return insert(tx, { ...owner(under), page: under.page }, view, { rootId: under.root_id, depth: pile.length })
}

/** [ACT-9] Puts another view in place of one. `hash`: only if it is still the one that the app has seen. */
export async function updateView(tx: Tx, row: ViewRow, view: View, hash?: string): Promise<ViewRow> {
  await tx.alone(`views ${row.team_id} ${row.root_id}`)
  const current = await findView(tx, row.team_id, row.id)
  if (!current) throw new Refusal('not_found', `The view ${row.id} is closed.`)
  checkHash(current, hash)
  if (view.type !== current.view.type)
    throw new Refusal('invalid_arguments', `The view ${row.id} is a ${current.view.type} and stays one.`)
  const changed = { ...(await filled(tx, row, view, row.id)), changed_at: now() }
  await tx.updateTable('views').set(changed).where('team_id', '=', row.team_id).where('id', '=', row.id).execute()
  told(tx, row)
  return { ...current, ...changed }
}

/** [ACT-10] What the app's home shows to one person. */
export async function publishHome(
  tx: Tx,
  whose: { teamId: string; appId: string; userId: string },
  view: View,
  hash?: string,
): Promise<ViewRow> {
  await tx.alone(`home ${whose.teamId} ${whose.appId} ${whose.userId}`)
  const home = await homeOf(tx, whose)
  if (home) return updateView(tx, home, view, hash)
  if (hash !== undefined) throw noSuchHash(hash)
  return insert(tx, { ...whose, page: null }, view)
}

/** [ACT-11] Takes the modal away, and what lies over it. */
export async function closeView(tx: Tx, row: ViewRow): Promise<void> {
  await tx
    .deleteFrom('views')
    .where('team_id', '=', row.team_id)
    .where('root_id', '=', row.root_id)
    .where('depth', '>=', row.depth)
    .execute()
  told(tx, row)
}

export async function closePile(tx: Tx, row: ViewRow): Promise<void> {
  await closeView(tx, { ...row, depth: 0 })
}

/** Modals of pages that were left. */
export async function forgetModals(tx: Tx): Promise<void> {
  const old = await tx
    .selectFrom('views')
    .select(['team_id', 'id', 'view'])
    .where('changed_at', '<=', now() - stays)
    .limit(500)
    .execute()
  for (const { team_id: teamId, id } of old.filter(({ view }) => view.type === 'modal'))
    await tx.deleteFrom('views').where('team_id', '=', teamId).where('id', '=', id).execute()
}

async function insert(
  tx: Tx,
  { teamId, appId, userId, page }: { teamId: string; appId: string; userId: string; page: string | null },
  view: View,
  on?: { rootId: string; depth: number },
): Promise<ViewRow> {
  const id = newId('V')
  const row: ViewRow = {
    team_id: teamId,
    id,
    app_id: appId,
    user_id: userId,
    root_id: on?.rootId ?? id,
    depth: on?.depth ?? 0,
    page,
    ...(await filled(tx, { team_id: teamId, app_id: appId }, view, id)),
    changed_at: now(),
  }
  await tx.insertInto('views').values(row).execute()
  told(tx, row)
  return row
}

async function filled(tx: Tx, of: { team_id: string; app_id: string }, view: View, id: string) {
  const complete = { ...view, blocks: withBlockIds(view.blocks, newBlockId) }
  const size = Buffer.byteLength(JSON.stringify(complete))
  if (size > largest) throw new Refusal('view_too_large', `A view is at most ${largest} bytes; this is ${size}.`)
  const externalId = view.external_id || null
  await checkExternalId(tx, of, externalId, id)
  return { external_id: externalId, hash: newHash(), view: complete }
}

/** An app's own name for a view names one. */
async function checkExternalId(
  tx: Tx,
  of: { team_id: string; app_id: string },
  externalId: string | null,
  id: string,
): Promise<void> {
  if (externalId === null) return
  const other = await byExternalId(tx, of.team_id, of.app_id, externalId)
  if (other && other.id !== id)
    throw new Refusal(
      'duplicate_external_id',
      `The view ${other.id} has the external_id ${JSON.stringify(externalId)}.`,
    )
}

/** [ACT-9] */
function checkHash(row: ViewRow, hash: string | undefined): void {
  if (hash !== undefined && hash !== row.hash) throw noSuchHash(hash)
}

function noSuchHash(hash: string): Refusal {
  return new Refusal('hash_conflict', `The view has changed since it had the hash ${JSON.stringify(hash)}.`)
}

function newHash(): string {
  return `${Math.floor(now() / 1000)}.${newBlockId()}${newBlockId()}`
}

function owner(row: ViewRow) {
  return { teamId: row.team_id, appId: row.app_id, userId: row.user_id }
}

function told(tx: Tx, row: Pick<ViewRow, 'team_id' | 'root_id' | 'user_id'>): void {
  tx.work.log(entry('view', row.team_id, { ts: row.root_id, subject: row.user_id }))
}
