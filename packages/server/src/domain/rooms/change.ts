import { codePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/caller'
import type { Channel } from '#domain/channels'
import { now } from '#domain/clock'
import { entry } from '#domain/log'
import { Refusal } from '#domain/refusal'
import type { Change } from '#store/change'
import type { Tx } from '#store/db'
import { checkFree } from './create.ts'
import { changedRoom, outsider, ownRoom, type Room, roomToChange } from './place.ts'

const longestText = 250

/** [ROM-6] Sets what a channel is about; an empty text takes it away. */
export async function setTopic<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<Room<C>> {
  const { room, caller } = await ownRoom(tx, by, id)
  const topic = fitting('topic', given)
  if (topic === room.topic) return { room, caller }
  await change(tx, room, { topic, topic_by: caller.userId, topic_at: now() })
  return { room: await changedRoom(tx, room), caller }
}

/** [ROM-6] Sets what a channel is for, as `setTopic`. */
export async function setPurpose<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<Room<C>> {
  const { room, caller } = await ownRoom(tx, by, id)
  const purpose = fitting('purpose', given)
  if (purpose === room.purpose) return { room, caller }
  await change(tx, room, { purpose, purpose_by: caller.userId, purpose_at: now() })
  return { room: await changedRoom(tx, room), caller }
}

/** [ROM-2, ROM-9] Gives a channel another name. */
export async function rename<C extends Caller>(tx: Tx, by: C, id: string, name: string): Promise<Room<C>> {
  const { room, caller } = await ownRoom(tx, by, id)
  if (name === room.name) return { room, caller }
  await checkFree(tx, caller, name)
  await change(tx, room, { name }, { type: 'renamed', name })
  return { room: await changedRoom(tx, room), caller }
}

/** [ROM-7] Closes a channel: what was said stays readable. */
export async function archive(tx: Tx, by: Caller, id: string): Promise<void> {
  const { room, caller } = await roomToChange(tx, by, id, { archived: true })
  if (room.archived) throw new Refusal('already_archived', `The channel ${id} is archived already.`)
  if (room.general) throw new Refusal('cant_archive_general', `${id} is the general channel, where everybody is.`)
  if (!room.members.has(caller.userId)) throw outsider(id)
  await change(tx, room, { archived: true }, { type: 'archived', by: caller.userId })
}

/** [ROM-7] Opens an archived channel again. */
export async function unarchive(tx: Tx, by: Caller, id: string): Promise<void> {
  const { room, caller } = await ownRoom(tx, by, id, { archived: true })
  if (!room.archived) throw new Refusal('not_archived', `The channel ${id} is not archived.`)
  await change(tx, room, { archived: false }, { type: 'unarchived', by: caller.userId })
}

function fitting(name: 'topic' | 'purpose', given: string): string {
  const size = codePoints(given)
  if (size > longestText)
    throw new Refusal('too_long', `"${name}": at most ${longestText} characters; this has ${size}.`)
  return given.toWellFormed()
}

type Changed = Partial<
  Pick<Channel, 'archived' | 'name' | 'topic' | 'topic_by' | 'topic_at' | 'purpose' | 'purpose_by' | 'purpose_at'>
>

async function change(tx: Tx, room: Channel, set: Changed, told?: Change): Promise<void> {
  await tx.updateTable('channels').set(set).where('team_id', '=', room.team_id).where('id', '=', room.id).execute()
  tx.work.log(entry('channel', room.team_id, { channelId: room.id, ...(told ? { change: told } : {}) }))
}
