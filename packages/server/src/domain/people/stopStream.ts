import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { noSuchChannel } from '#domain/channels/find'
import { findReachableChannel } from '#domain/channels/access'
import { stopByReader } from '#domain/streams/stopByReader'

/** [STR-6, THR-10] Stops a stream, or the agents at work in a thread. Everyone who may read the thread can do so. */
export async function stopStream(tx: Tx, person: Caller, channelId: string, ts: string, appId?: string): Promise<void> {
  const { channel } = await findReachableChannel(tx, person, channelId, { archived: true })
  if (!channel.members.has(person.userId)) throw noSuchChannel(channelId)
  await stopByReader(tx, { channel, ts, userId: person.userId, appId })
}
