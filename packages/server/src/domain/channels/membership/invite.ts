import type { Caller } from '#domain/access/caller'
import type { Channel, ChannelAccess } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { findUser, type UserRow } from '#domain/people/users'
import type { Tx } from '#store/db'
import { findOwnChangeableChannel, reloadChannel } from '#domain/channels/changeable'
import { addMembers } from './members.ts'

/** A user who could not be invited, and why. */
export interface InviteError {
  user: string
  ok: false
  error: 'user_not_found' | 'cant_invite_self' | 'already_in_channel' | 'cant_invite'
}

const maxInvites = 100

/**
 * [ROM-5] Adds users to a channel. If one of them cannot be invited nobody is, and the first error is the refusal. With
 * `force` everyone who can be invited is, and `errors` names the others.
 */
export async function inviteMembers<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  userIds: readonly string[],
  force: boolean,
): Promise<ChannelAccess<C> & { errors: InviteError[] }> {
  const { channel, caller } = await findOwnChangeableChannel(tx, by, id)
  if (userIds.length === 0) throw new Refusal('no_user', '"users": name at least one, by their id.')
  if (userIds.length > maxInvites) {
    throw new Refusal('too_many_users', `"users": at most ${maxInvites} in one call; these are ${userIds.length}.`)
  }
  const errors: InviteError[] = []
  const invited: string[] = []
  for (const user of new Set(userIds)) {
    const error = findInviteError(channel, caller, await findUser(tx, channel.team_id, user), user)
    if (error) errors.push({ user, ok: false, error })
    else invited.push(user)
  }
  const [first] = errors
  if (first && !(force && invited.length > 0)) {
    throw new Refusal(first.error, `"users": ${JSON.stringify(first.user)} ${reasons[first.error]}`, { errors })
  }
  await addMembers(tx, channel, invited, caller.userId)
  return { channel: await reloadChannel(tx, channel), caller, errors }
}

const reasons: Record<InviteError['error'], string> = {
  user_not_found: 'is not a user of this team.',
  cant_invite_self: 'is you.',
  already_in_channel: 'is in the channel already.',
  cant_invite: 'is an app that is blocked there.',
}

function findInviteError(
  channel: Channel,
  caller: Caller,
  user: UserRow | undefined,
  id: string,
): InviteError['error'] | undefined {
  if (id === caller.userId) return 'cant_invite_self'
  if (!user || user.deleted) return 'user_not_found'
  if (channel.members.has(id)) return 'already_in_channel'
  return user.app_id && channel.blocked_apps.includes(user.app_id) ? 'cant_invite' : undefined
}
