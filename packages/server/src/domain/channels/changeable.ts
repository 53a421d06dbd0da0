import type { Caller } from '#domain/access/caller'
import { type Channel, type ChannelAccess, findChannel, findVisibleChannel } from './find.ts'
import { checkNotSuspended } from './access.ts'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

/**
 * [ORD 14, ROM-1] Finds a public or private channel that the caller may change, and locks it until the transaction ends.
 * Direct messages have fixed members, and a canvas has none, so both are refused. So is an archived channel, unless
 * `archived` is set.
 */
export async function findChangeableChannel<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<ChannelAccess<C>> {
  await tx.lock(`channel ${id}`)
  const { channel, caller } = await findVisibleChannel(tx, by, id)
  await checkNotSuspended(tx, channel)
  if (channel.kind !== 'public' && channel.kind !== 'private') {
    throw new Refusal(
      'method_not_supported_for_channel_type',
      `${id} is not a public or private channel; its members cannot change.`,
    )
  }
  if (channel.archived && !archived) throw new Refusal('is_archived', `The channel ${id} is archived.`)
  if (caller.app && channel.blocked_apps.includes(caller.app.id)) {
    throw new Refusal('access_denied', `The app ${caller.app.id} is blocked in ${id}.`)
  }
  return { channel, caller }
}

/** Like `findChangeableChannel`, and the caller has to be a member. */
export async function findOwnChangeableChannel<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
  options?: { archived?: boolean },
): Promise<ChannelAccess<C>> {
  const found = await findChangeableChannel(tx, by, id, options)
  if (!found.channel.members.has(found.caller.userId)) throw notInChannel(id)
  return found
}

export function notInChannel(id: string): Refusal {
  return new Refusal('not_in_channel', `You are not in ${id}; join it first, or be invited.`)
}

/** Reads the channel again, in the transaction that changed it. */
export async function reloadChannel(tx: Tx, channel: Channel): Promise<Channel> {
  return (await findChannel(tx, channel.team_id, channel.id)) ?? channel
}
