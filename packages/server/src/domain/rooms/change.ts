import { codePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/caller'
import type { Channel } from '#domain/channels'
import { now } from '#domain/clock'
import { entry } from '#domain/log'
import { Refusal } from '#domain/refusal'
import type { Change } from '#store/change'
import type { Tx } from '#store/db'
import { changedRoom, outsider, ownRoom, roomToChange } from './place.ts'

const longestTopic = 250

/** [ROM-6] Sets what a channel is about; an empty text takes it away. */
export async function setTopic(tx: Tx, by: Caller, id: string, given: string): Promise<Channel> {
  const { room, caller } = await ownRoom(tx, by, id)
  const topic = given.toWellFormed()
  const size = codePoints(topic)
  if (size > longestTopic) {
    throw new Refusal('too_long', `"topic": at most ${longestTopic} characters; this has ${size}.`)
  }
  if (topic === room.topic) return room
  await change(tx, room, { topic, topic_by: caller.userId, topic_at: now() })
  return changedRoom(tx, room)
}

/** [ROM-7] Closes a channel for good: what was said stays readable. */
export async function archive(tx: Tx, by: Caller, id: string): Promise<void> {
  const { room, caller } = await roomToChange(tx, by, id, { archived: true })
  if (room.archived) throw new Refusal('already_archived', `The channel ${id} is archived already.`)
  if (room.general) throw new Refusal('cant_archive_general', `${id} is the general channel, where everybody is.`)
  if (!room.members.has(caller.userId)) throw outsider(id)
  await change(tx, room, { archived: true }, { change: { type: 'archived', by: caller.userId } })
}

async function change(
  tx: Tx,
  room: Channel,
  set: { archived: true } | { topic: string; topic_by: string; topic_at: number },
  told: { change?: Change } = {},
): Promise<void> {
  await tx.updateTable('channels').set(set).where('team_id', '=', room.team_id).where('id', '=', room.id).execute()
  tx.work.log(entry('channel', room.team_id, { channelId: room.id, ...told }))
}
