import type { Caller } from '#domain/access/caller'
import type { ChannelAccess } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { findChangeableChannel, reloadChannel } from '#domain/channels/changeable'
import { addMembers } from './members.ts'

/** [ROM-3] Makes the caller a member of a public channel; `isNew` is false if they were one already. */
export async function joinChannel<C extends Caller>(
  tx: Tx,
  by: C,
  id: string,
): Promise<ChannelAccess<C> & { isNew: boolean }> {
  const { channel, caller } = await findChangeableChannel(tx, by, id)
  if (channel.kind !== 'public') {
    throw new Refusal(
      'method_not_supported_for_channel_type',
      `${id} is private: one of its members has to invite you.`,
    )
  }
  if (channel.members.has(caller.userId)) return { channel, caller, isNew: false }
  await addMembers(tx, channel, [caller.userId])
  return { channel: await reloadChannel(tx, channel), caller, isNew: true }
}
