import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { endStream } from '#domain/streams/end'
import { findHead } from '#domain/streams/openHeads'
import { timeoutOf } from '#domain/streams/timeout'
import { findMessage, type MessageRow } from './find.ts'

/** The codes with which a method refuses to change a message. */
interface RefusalCodes {
  notOwn: string
  streaming: string
}

/**
 * [ORD 18, MSG-1] Finds and locks a message that its author wants to change. A stream has to be over. If it has timed out
 * it is ended here.
 */
export async function findEditableMessage(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  ts: string,
  codes: RefusalCodes,
): Promise<MessageRow> {
  await lockMessage(tx, channel, ts)
  const message = await findMessage(tx, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  if (message.user_id !== caller.userId)
    throw new Refusal(codes.notOwn, `The message ${ts} was written by ${message.user_id}; you are ${caller.userId}.`)
  if (message.streaming_state !== 'in_progress') return message
  const head = await findHead(tx, channel, ts)
  if (!head || head.stream.ended_at !== null) return (await findMessage(tx, channel, ts)) ?? message
  const reason = timeoutOf(await getSettings(tx), head.stream, head.position.lastAt, tx.clock.now())
  if (!reason) throw new Refusal(codes.streaming, `The message ${ts} still streams; end it with chat.stopStream first.`)
  return endStream(tx, head, { by: reason })
}

/** Locks a message: others who change it or react to it wait until the transaction ends. */
export function lockMessage(tx: Tx, channel: { team_id: string; id: string }, ts: string): Promise<void> {
  return tx.lock(`message ${channel.team_id} ${channel.id} ${ts}`)
}

export function noSuchMessage(channel: { id: string }, ts: string): Refusal {
  return new Refusal('message_not_found', `No message of ${channel.id} has the ts ${JSON.stringify(ts)}.`)
}
