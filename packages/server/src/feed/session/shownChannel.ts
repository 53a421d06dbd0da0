import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import type { Db } from '#store/db'

/** Finds a channel that a page may show its viewer; a canvas has none. Throws a `Refusal` for any other, as if there were none. */
export async function findShownChannel(db: Db, viewer: Caller, id: string): Promise<Channel> {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) throw noSuchChannel(id)
  return channel
}
