import type { Caller } from '#domain/access/caller'
import { type Channel, isChannelId, noSuchChannel } from '#domain/channels/find'
import { findShownMessage, type MessageRow } from '#domain/messages/find'
import { findReachableChannel } from '#domain/channels/access'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** Finds a channel in which an app may set a status, title or prompts. Canvases and archived channels count too. */
export async function findThreadChannel<C extends Caller>(
  db: Db,
  caller: C,
  id: string,
): Promise<{ channel: Channel; caller: C }> {
  if (!isChannelId(id)) throw noSuchChannel(id)
  return findReachableChannel(db, caller, id, { canvas: true, archived: true })
}

/** Finds the root of a thread that an app names, or refuses. */
export async function requireThreadRoot(db: Db, channel: Channel, threadTs: string | undefined): Promise<MessageRow> {
  if (!threadTs) throw new Refusal('thread_ts_required', `Name a message of ${channel.id} as \`thread_ts\`.`)
  const root = await findThreadRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  return root
}

/** [STR-9] Finds the root of the thread that a message belongs to. The ts of a reply stands for its thread. */
export async function findThreadRoot(db: Db, channel: Channel, ts: string): Promise<MessageRow | undefined> {
  const message = await findShownMessage(db, channel, ts)
  return message?.thread_ts ? findShownMessage(db, channel, message.thread_ts) : message
}

export function noSuchThread(channel: Channel, threadTs: string): Refusal {
  return new Refusal('invalid_thread_ts', `"thread_ts": ${JSON.stringify(threadTs)} names no message of ${channel.id}.`)
}
