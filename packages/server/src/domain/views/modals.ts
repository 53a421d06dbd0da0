import type { View } from '@rivulet/blocks/types'
import type { Tx } from '#store/db'
import { Refusal } from '#domain/refusal'
import { findView, listViewStack, lockViewStack, type ViewRow } from './find.ts'
import type { Trigger } from './triggers.ts'
import { insertView, logView, ownerOf } from './insert.ts'

/** [ACT-8] How many modals a view stack holds. */
const maxDepth = 3

/** [ACT-8] Opens a modal as a new view stack, which replaces the one that the page shows. */
export async function openModal(tx: Tx, trigger: Trigger, view: View): Promise<ViewRow> {
  const { teamId, userId, page } = trigger
  await tx.lock(`modals ${teamId} ${userId}`)
  const shown = await tx
    .selectFrom('views')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('page', page === null ? 'is' : '=', page)
    .execute()
  const modals = shown.filter((row) => row.view.type === 'modal')
  const stacks = new Map(modals.map((row) => [row.root_id, row]))
  for (const row of stacks.values()) await closeViewStack(tx, row)
  return insertView(tx, trigger, view)
}

/** [ACT-8] Pushes a modal onto the view stack in which the person acted. */
export async function pushModal(tx: Tx, trigger: Trigger, view: View): Promise<ViewRow> {
  const under = trigger.viewId === null ? undefined : await findView(tx, trigger.teamId, trigger.viewId)
  if (!under || under.view.type !== 'modal') throw noOpenModal()
  return pushOnto(tx, under, view)
}

export async function pushOnto(tx: Tx, under: ViewRow, view: View): Promise<ViewRow> {
  await lockViewStack(tx, under)
  const stack = await listViewStack(tx, under.team_id, under.root_id)
  if (!stack.some(({ id }) => id === under.id)) throw noOpenModal()
  if (stack.length >= maxDepth)
    throw new Refusal('push_limit_reached', `A view stack holds at most ${maxDepth} modals.`)
  return insertView(tx, { ...ownerOf(under), page: under.page }, view, { rootId: under.root_id, depth: stack.length })
}

function noOpenModal(): Refusal {
  return new Refusal('invalid_trigger_id', 'The trigger_id belongs to no open modal; views.open opens one.')
}

/** [ACT-11] Closes a modal and those above it. */
export async function closeView(tx: Tx, row: ViewRow): Promise<void> {
  await lockViewStack(tx, row)
  await tx
    .deleteFrom('views')
    .where('team_id', '=', row.team_id)
    .where('root_id', '=', row.root_id)
    .where('depth', '>=', row.depth)
    .execute()
  logView(tx, row)
}

export async function closeViewStack(tx: Tx, row: ViewRow): Promise<void> {
  await closeView(tx, { ...row, depth: 0 })
}
