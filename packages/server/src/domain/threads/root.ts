import type { Caller } from '#domain/access/caller'
import { type Channel, isChannelId, noSuchChannel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { findRoot, noSuchThread, reachableChannel } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** A channel of which something is said that is no message: canvases and archived ones too. */
export async function channelToTell<C extends Caller>(
  db: Db,
  by: C,
  id: string,
): Promise<{ channel: Channel; caller: C }> {
  if (!isChannelId(id)) throw noSuchChannel(id)
  return reachableChannel(db, by, id, { canvas: true, archived: true })
}

/** The root of a thread of which something is said. */
export async function rootToTell(db: Db, channel: Channel, threadTs: string | undefined): Promise<MessageRow> {
  if (!threadTs) throw new Refusal('thread_ts_required', `Name a message of ${channel.id} as \`thread_ts\`.`)
  const root = await findRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  return root
}
