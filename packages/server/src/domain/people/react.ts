import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { findReachableChannel } from '#domain/channels/access'
import { addReaction, type ReactionTarget, removeReaction } from '#domain/reactions/reactions'

/** Adds a person's reaction to a message, or removes it. */
export async function toggleReaction(
  tx: Tx,
  person: Caller,
  { channelId, wanted, ...to }: Omit<ReactionTarget, 'channel'> & { channelId: string; wanted: boolean },
): Promise<void> {
  const { channel } = await findReachableChannel(tx, person, channelId)
  await (wanted ? addReaction : removeReaction)(tx, person, { channel, ...to })
}
