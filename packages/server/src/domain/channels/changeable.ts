import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, visibleChannel } from './find.ts'
import { checkSuspended } from './postingRules.ts'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

/** A channel whose members come and go. A direct message has its two for good, a canvas has none of its own. */
export interface Room<C extends Caller = Caller> {
  room: Channel
  /** The caller, acting in the room's team. */
  caller: C
}

/** [ORD 14, ROM-1] The room a caller means to change. Whoever else means to change it waits. */
export async function roomToChange<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<Room<C>> {
  await tx.alone(`room ${id}`)
  const { channel: room, caller } = await visibleChannel(tx, by, id)
  await checkSuspended(tx, room)
  if (room.kind !== 'public' && room.kind !== 'private') {
    throw new Refusal('method_not_supported_for_channel_type', `${id} is no channel: its members are what they are.`)
  }
  if (room.archived && !archived) throw new Refusal('is_archived', `The channel ${id} is archived.`)
  if (caller.app && room.blocked_apps.includes(caller.app.id)) {
    throw new Refusal('access_denied', `The app ${caller.app.id} is blocked in ${id}.`)
  }
  return { room, caller }
}

/** As `roomToChange`, for what members alone may do. */
export async function ownRoom<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  options?: { archived?: boolean },
): Promise<Room<C>> {
  const found = await roomToChange(tx, by, id, options)
  if (!found.room.members.has(found.caller.userId)) throw outsider(id)
  return found
}

export function outsider(id: string): Refusal {
  return new Refusal('not_in_channel', `You are not in ${id}; join it first, or be invited.`)
}

/** The room as it is now, in the transaction that changed it. */
export async function changedRoom(tx: Tx, room: Channel): Promise<Channel> {
  return (await findChannel(tx, room.team_id, room.id)) ?? room
}
