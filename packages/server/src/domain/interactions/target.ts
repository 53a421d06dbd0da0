import type { Block } from '@rivulet/blocks/block'
import { elementsIn, type PlacedElement } from '@rivulet/blocks/elements'
import type { Db } from '#store/db'
import type { Spot } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { type EphemeralRow, findEphemeral, isThere } from '#domain/messages/ephemeral'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { reachableChannel } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import { findView, type ViewRow } from '#domain/views/find'

/** What a person acts in, which they can see. */
export type Place =
  | { in: 'message'; channel: Channel; message: MessageRow }
  | { in: 'ephemeral'; channel: Channel; message: EphemeralRow }
  | { in: 'view'; view: ViewRow }

/** [ACT-1] A message of a channel that the person is in, one that is shown to them alone, or a view of theirs. */
export async function findPlace(db: Db, person: Caller, spot: Spot): Promise<Place> {
  if ('view_id' in spot) return { in: 'view', view: await viewOf(db, person, spot.view_id) }
  return findMessagePlace(db, person, spot)
}

export async function findMessagePlace(
  db: Db,
  person: Caller,
  { channel: id, ts }: { channel: string; ts: string },
): Promise<Exclude<Place, { in: 'view' }>> {
  const { channel } = await reachableChannel(db, person, id)
  const message = await findMessage(db, channel, ts)
  if (message) return { in: 'message', channel, message }
  const ephemeral = await findEphemeral(db, channel, ts)
  if (ephemeral?.for_user === person.userId && isThere(ephemeral))
    return { in: 'ephemeral', channel, message: ephemeral }
  throw new Refusal('message_not_found', 'This message is not there any more.')
}

export async function viewOf(db: Db, person: Caller, id: string): Promise<ViewRow> {
  const view = await findView(db, person.teamId, id)
  if (view?.user_id === person.userId) return view
  throw new Refusal('view_not_found', 'This is not open any more.')
}

export function appOf(place: Place): string | null {
  return place.in === 'view' ? place.view.app_id : place.message.app_id
}

export function blocksOf(place: Place): readonly Block[] {
  return place.in === 'view' ? place.view.view.blocks : place.message.blocks
}

/** [ACT-1] The element that is acted on: it stands there, and for this person. */
export function elementAt(
  place: Place,
  person: Caller,
  named: { block_id?: string | undefined; action_id: string },
): PlacedElement {
  for (const placed of elementsIn(blocksOf(place))) {
    const { blockId, actionId, element } = placed
    if (actionId !== named.action_id || (named.block_id ?? blockId) !== blockId) continue
    const whom = element.type === 'icon_button' ? element.visible_to_user_ids : undefined
    if (whom && !whom.includes(person.userId)) break
    return placed
  }
  throw new Refusal('action_not_found', 'This is not there any more.')
}
