import type { Db } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { type Caller, isApp } from '#domain/access/caller'
import { type Channel, type ChannelAccess, findVisibleChannel } from './find.ts'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'

/**
 * [ORD 14] Finds a channel that the caller may act in: they see it and are a member, it is not suspended, and their app
 * is not blocked there.
 */
export function findReachableChannel<C extends Caller>(
  db: Db,
  caller: C,
  id: string,
  kinds: { canvas: boolean; archived: boolean } = { canvas: false, archived: false },
): MaybePromise<ChannelAccess<C>> {
  return andThen(findVisibleChannel(db, caller, id), (found) =>
    andThen(checkNotSuspended(db, found.channel), () => {
      checkReachable(found, id, kinds)
      return found
    }),
  )
}

function checkReachable(
  { channel, caller }: ChannelAccess<Caller>,
  id: string,
  kinds: { canvas: boolean; archived: boolean },
) {
  if (channel.kind === 'canvas' && !kinds.canvas) {
    throw new Refusal('channel_type_not_supported', `${id} is a canvas; messages cannot be posted there.`)
  }
  if (channel.archived && !kinds.archived) throw new Refusal('is_archived', `The channel ${id} is archived.`)
  if (!channel.members.has(caller.userId)) throw notAMember(caller, channel)
  if (caller.app && channel.blocked_apps.includes(caller.app.id)) {
    throw new Refusal('access_denied', `The app ${caller.app.id} is blocked in ${id}.`)
  }
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

/** [PLA] An app gets another code than a person. */
export function notAMember(caller: Caller, channel: Channel): Refusal {
  return isApp(caller)
    ? new Refusal('no_permission', `The app has to be a member of ${channel.id}; invite it first.`)
    : new Refusal('not_in_channel', `You are not in ${channel.id}; join it first.`)
}
