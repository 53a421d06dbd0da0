import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import { tellRoom } from '#domain/messages/notices'
import { Refusal } from '#domain/refusal'
import { findUser, type UserRow } from '#domain/people/users'
import type { Tx } from '#store/db'
import { changedRoom, ownRoom, type Room, roomToChange } from './changeable.ts'

/** [ROM-3] Makes the caller a member of a public channel; `isNew` is false for who was one already. */
export async function join<C extends Caller>(tx: Tx, by: C, id: string): Promise<Room<C> & { isNew: boolean }> {
  const { room, caller } = await roomToChange(tx, by, id)
  if (room.kind !== 'public') {
    throw new Refusal(
      'method_not_supported_for_channel_type',
      `${id} is private: one of its members has to invite you.`,
    )
  }
  if (room.members.has(caller.userId)) return { room, caller, isNew: false }
  await add(tx, room, [caller.userId])
  return { room: await changedRoom(tx, room), caller, isNew: true }
}

/** [ROM-4] Answers whether the caller was a member. */
export async function leave(tx: Tx, by: Caller, id: string): Promise<boolean> {
  const { room, caller } = await roomToChange(tx, by, id)
  if (!room.members.has(caller.userId)) return false
  if (room.general) throw new Refusal('cant_leave_general', `${id} is the general channel, where everybody is.`)
  if (room.kind === 'private' && room.members.size === 1) {
    throw new Refusal('last_member', `You are the last in ${id}; nobody would find it again. Archive it instead.`)
  }
  await remove(tx, room, caller.userId)
  return true
}

/** [ROM-4] A member takes another one out. */
export async function kick(tx: Tx, by: Caller, id: string, userId: string): Promise<void> {
  const { room, caller } = await ownRoom(tx, by, id)
  if (userId === caller.userId) throw new Refusal('cant_kick_self', `"user": ${userId} is you; leave ${id} instead.`)
  if (!(await findUser(tx, room.team_id, userId))) {
    throw new Refusal('user_not_found', `"user": nobody of the team is ${JSON.stringify(userId)}.`)
  }
  if (!room.members.has(userId)) throw new Refusal('not_in_channel', `"user": ${userId} is not in ${id}.`)
  if (room.general) throw new Refusal('cant_kick_from_general', `${id} is the general channel, where everybody is.`)
  await remove(tx, room, userId)
}

/** Why somebody was not invited. */
export interface NotInvited {
  user: string
  ok: false
  error: 'user_not_found' | 'cant_invite_self' | 'already_in_channel' | 'cant_invite'
}

const mostAtOnce = 100

/**
 * [ROM-5] A member brings others in: all of them, or nobody and the first fault as the refusal. With `force` those
 * who can be invited are, and the others are answered.
 */
export async function invite<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  userIds: readonly string[],
  force: boolean,
): Promise<Room<C> & { errors: NotInvited[] }> {
  const { room, caller } = await ownRoom(tx, by, id)
  if (userIds.length === 0) throw new Refusal('no_user', '"users": name at least one, by their id.')
  if (userIds.length > mostAtOnce) {
    throw new Refusal('too_many_users', `"users": at most ${mostAtOnce} in one call; these are ${userIds.length}.`)
  }
  const errors: NotInvited[] = []
  const welcome: string[] = []
  for (const user of userIds) {
    const error = whyNot(room, caller, await findUser(tx, room.team_id, user), user)
    if (error) errors.push({ user, ok: false, error })
    else welcome.push(user)
  }
  const [first] = errors
  if (first && !(force && welcome.length > 0)) {
    throw new Refusal(first.error, `"users": ${JSON.stringify(first.user)} ${reasons[first.error]}`, { errors })
  }
  await add(tx, room, welcome, caller.userId)
  return { room: await changedRoom(tx, room), caller, errors }
}

const reasons: Record<NotInvited['error'], string> = {
  user_not_found: 'is nobody of the team.',
  cant_invite_self: 'is you.',
  already_in_channel: 'is in the channel already.',
  cant_invite: 'is an app that is blocked there.',
}

function whyNot(room: Channel, caller: Caller, user: UserRow | undefined, id: string): NotInvited['error'] | undefined {
  if (id === caller.userId) return 'cant_invite_self'
  if (!user || user.deleted) return 'user_not_found'
  if (room.members.has(id)) return 'already_in_channel'
  return user.app_id && room.blocked_apps.includes(user.app_id) ? 'cant_invite' : undefined
}

async function add(tx: Tx, room: Channel, userIds: readonly string[], inviter?: string): Promise<void> {
  const rows = userIds.map((user_id) => ({
    team_id: room.team_id,
    channel_id: room.id,
    user_id,
    joined_at: now(),
  }))
  await tx.insertInto('members').values(rows).execute()
  const change = { type: 'joined', inviter: inviter ?? null } as const
  for (const subject of userIds) {
    tx.work.log(entry('member', room.team_id, { channelId: room.id, subject, change }))
    await tellRoom(tx, room, subject, { subtype: 'channel_join', ...(inviter ? { inviter } : {}) })
  }
}

/** [APP-10] Somebody who is gone is in no channel any more. In direct messages they stay, so that these can be read. */
export async function leaveAll(tx: Tx, teamId: string, userId: string): Promise<void> {
  const rooms = await tx
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
  for (const room of rooms) await remove(tx, room, userId)
}

type Left = Pick<Channel, 'team_id' | 'id' | 'kind' | 'archived' | 'deleted'>

async function remove(tx: Tx, room: Left, userId: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('team_id', '=', room.team_id)
    .where('channel_id', '=', room.id)
    .where('user_id', '=', userId)
    .execute()
  const change = { type: 'left' } as const
  tx.work.log(entry('member', room.team_id, { channelId: room.id, subject: userId, change }))
  // A canvas holds no messages, and one that is closed takes none.
  if (room.kind === 'canvas' || room.archived || room.deleted) return
  await tellRoom(tx, room, userId, { subtype: 'channel_leave' })
}
