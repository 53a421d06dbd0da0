import type { Db } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { type Caller, isApp } from '#domain/access/caller'
import { type Channel, type ChannelAccess, findVisibleChannel } from './find.ts'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'

/** What a use of a channel allows beyond the usual, and how it refuses. */
export interface ChannelUse {
  canvas?: true
  archived?: true
  /** [PLA-3] An app with `chat:write.public` need not be a member of a public channel. */
  fromOutside?: true
  /** [UNF-2] An app need not be a member of a public channel. */
  anyPublic?: true
  /** [PLA-1] What an app that is not a member is told. */
  absentApp?: 'no_permission'
}

/** [PLA-1] The use of a channel by a stream. */
export const streamUse = { absentApp: 'no_permission' } as const satisfies ChannelUse

/**
 * [ORD 14] Finds a channel that the caller may act in: they see it and are a member, it is not suspended, and their app
 * is not blocked there.
 */
export function findReachableChannel<C extends Caller>(
  db: Db,
  caller: C,
  id: string,
  use: ChannelUse = {},
): MaybePromise<ChannelAccess<C>> {
  return andThen(findVisibleChannel(db, caller, id), (found) =>
    andThen(checkNotSuspended(db, found.channel), () => {
      checkReachable(found, id, use)
      return found
    }),
  )
}

function checkReachable({ channel, caller }: ChannelAccess<Caller>, id: string, use: ChannelUse) {
  if (channel.kind === 'canvas' && !use.canvas) {
    throw new Refusal('channel_type_not_supported', `${id} is a canvas; messages cannot be posted there.`)
  }
  if (channel.archived && !use.archived) throw new Refusal('is_archived', `The channel ${id} is archived.`)
  const isOutside = !channel.members.has(caller.userId)
  const mayBeOutside = use.anyPublic
    ? channel.kind === 'public' && isApp(caller)
    : use.fromOutside && mayWriteFromOutside(caller, channel)
  if (isOutside && !mayBeOutside) {
    throw notAMember(caller, channel, use)
  }
  if (caller.app && channel.blocked_apps.includes(caller.app.id)) {
    throw new Refusal('access_denied', `The app ${caller.app.id} is blocked in ${id}.`)
  }
}

/** [PLA-3] */
function mayWriteFromOutside(caller: Caller, channel: Channel): boolean {
  return channel.kind === 'public' && isApp(caller) && caller.scopes.includes('chat:write.public')
}

/** [ORD 14] Refuses if posting is suspended in the team or the channel. */
export function checkNotSuspended(db: Db, channel: Channel): MaybePromise<void> {
  return andThen(findTeam(db, channel.team_id), (team) => {
    if (team?.policies.suspended) throw new Refusal('ekm_access_denied', `Posting is suspended in the team ${team.id}.`)
    if (channel.suspended)
      throw new Refusal('ekm_access_denied', `The administrators disabled sending to ${channel.id}.`)
  })
}

/** Finds a channel whose messages the caller may read: one that they are a member of. */
export async function findReadableChannel(db: Db, caller: Caller, id: string): Promise<Channel> {
  const { channel } = await findVisibleChannel(db, caller, id)
  if (channel.members.has(caller.userId)) return channel
  throw notAMember(caller, channel)
}

/** [PLA-1] */
function notAMember(caller: Caller, channel: Channel, use: ChannelUse = {}): Refusal {
  if (!isApp(caller)) return new Refusal('not_in_channel', `You are not in ${channel.id}; join it first.`)
  return new Refusal(
    use.absentApp ?? 'not_in_channel',
    `The app is not in ${channel.id}; it has to join with conversations.join, or be invited.`,
  )
}
