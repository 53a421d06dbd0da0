import { codePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import { tellRoom } from '#domain/messages/notices'
import { Refusal } from '#domain/refusal'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import type { Notice } from '#store/tables/notice'
import { checkFree } from './create.ts'
import { changedRoom, outsider, ownRoom, type Room, roomToChange } from './changeable.ts'

const longestText = 250

/** [ROM-6] Sets what a channel is about; an empty text takes it away. */
export function setTopic<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<Room<C>> {
  return describe(tx, by, id, 'topic', given, (topic, who, at) => ({
    set: { topic, topic_by: who, topic_at: at },
    notice: { subtype: 'channel_topic', topic },
  }))
}

/** [ROM-6] Sets what a channel is for, as `setTopic`. */
export function setPurpose<C extends Caller>(tx: Tx, by: C, id: string, given: string): Promise<Room<C>> {
  return describe(tx, by, id, 'purpose', given, (purpose, who, at) => ({
    set: { purpose, purpose_by: who, purpose_at: at },
    notice: { subtype: 'channel_purpose', purpose },
  }))
}

async function describe<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  name: 'topic' | 'purpose',
  given: string,
  as: (text: string, who: string, at: number) => { set: Changed; notice: Notice },
): Promise<Room<C>> {
  const { room, caller } = await ownRoom(tx, by, id)
  const text = fitting(name, given)
  if (text === room[name]) return { room, caller }
  const { set, notice } = as(text, caller.userId, now())
  await change(tx, room, caller, set, notice)
  return { room: await changedRoom(tx, room), caller }
}

/** [ROM-2, ROM-9] Gives a channel another name. */
export async function rename<C extends Caller>(tx: Tx, by: C, id: string, name: string): Promise<Room<C>> {
  const { room, caller } = await ownRoom(tx, by, id)
  if (name === room.name) return { room, caller }
  await checkFree(tx, caller, name)
  const notice = { subtype: 'channel_name', old_name: room.name, name } as const
  await change(tx, room, caller, { name }, notice, { type: 'renamed', name })
  return { room: await changedRoom(tx, room), caller }
}

/** [ROM-7] Closes a channel: what was said stays readable. */
export async function archive(tx: Tx, by: Caller, id: string): Promise<void> {
  const { room, caller } = await roomToChange(tx, by, id, { archived: true })
  if (room.archived) throw new Refusal('already_archived', `The channel ${id} is archived already.`)
  if (room.general) throw new Refusal('cant_archive_general', `${id} is the general channel, where everybody is.`)
  if (!room.members.has(caller.userId)) throw outsider(id)
  const told = { type: 'archived', by: caller.userId } as const
  await change(tx, room, caller, { archived: true }, { subtype: 'channel_archive' }, told)
}

/** [ROM-7] Opens an archived channel again. */
export async function unarchive(tx: Tx, by: Caller, id: string): Promise<void> {
  const { room, caller } = await ownRoom(tx, by, id, { archived: true })
  if (!room.archived) throw new Refusal('not_archived', `The channel ${id} is not archived.`)
  const told = { type: 'unarchived', by: caller.userId } as const
  await change(tx, room, caller, { archived: false }, { subtype: 'channel_unarchive' }, told)
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

/** Apps are told of it as an event of its own too, where it has one. */
async function change(tx: Tx, room: Channel, by: Caller, set: Changed, notice: Notice, told?: Change): Promise<void> {
  await tx.updateTable('channels').set(set).where('team_id', '=', room.team_id).where('id', '=', room.id).execute()
  tx.work.log(entry('channel', room.team_id, { channelId: room.id, ...(told ? { change: told } : {}) }))
  await tellRoom(tx, room, by.userId, notice)
}
