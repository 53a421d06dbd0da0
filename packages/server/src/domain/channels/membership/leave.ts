import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { findUser } from '#domain/people/users'
import type { Tx } from '#store/db'
import { findChangeableChannel, findOwnChangeableChannel } from '#domain/channels/changeable'
import { removeMember } from './members.ts'

/** [ROM-4] Takes the caller out of a channel. Returns false if they were no member. */
export async function leaveChannel(tx: Tx, by: Caller, id: string): Promise<boolean> {
  const { channel, caller } = await findChangeableChannel(tx, by, id)
  if (!channel.members.has(caller.userId)) return false
  if (channel.general) throw new Refusal('cant_leave_general', `${id} is the general channel, where everybody is.`)
  if (channel.kind === 'private' && channel.members.size === 1) {
    throw new Refusal('last_member', `You are the last in ${id}; nobody would find it again. Archive it instead.`)
  }
  await removeMember(tx, channel, caller.userId, caller.userId)
  return true
}

/** [ROM-4] Removes another member. The caller has to be a member too. */
export async function kickMember(tx: Tx, by: Caller, id: string, userId: string): Promise<void> {
  const { channel, caller } = await findOwnChangeableChannel(tx, by, id)
  if (userId === caller.userId) throw new Refusal('cant_kick_self', `"user": ${userId} is you; leave ${id} instead.`)
  if (!(await findUser(tx, channel.team_id, userId))) {
    throw new Refusal('user_not_found', `"user": ${JSON.stringify(userId)} is not a user of this team.`)
  }
  if (!channel.members.has(userId)) throw new Refusal('not_in_channel', `"user": ${userId} is not in ${id}.`)
  if (channel.general) throw new Refusal('cant_kick_from_general', `${id} is the general channel, where everybody is.`)
  await removeMember(tx, channel, userId, caller.userId)
}

/** [APP-10] Takes a user who is gone out of every channel. They stay in direct messages, so that these remain readable. */
export async function leaveAllChannels(tx: Tx, teamId: string, userId: string): Promise<void> {
  const channels = await tx
    .selectFrom('members')
    .innerJoin('channels', (join) =>
      join.onRef('channels.team_id', '=', 'members.team_id').onRef('channels.id', '=', 'members.channel_id'),
    )
    .select(['channels.team_id', 'channels.id', 'kind', 'archived', 'channels.deleted'])
    .where('members.team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('kind', 'not in', ['im', 'mpim'])
    .orderBy('channels.id')
    .execute()
  for (const channel of channels) await removeMember(tx, channel, userId)
}
