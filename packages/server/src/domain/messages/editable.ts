import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'
import { endStream } from '#domain/streams/end'
import { findHead, timedOut } from '#domain/streams/head'
import { findMessage, type MessageRow } from './find.ts'

/** The words with which a change of a message that may not be changed is refused. */
interface Words {
  notOwn: string
  streaming: string
}

/** [ORD 18, MSG-1] A message that its own author means to change. A stream has to be over; time may just have ended it. */
export async function ownMessage(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  ts: string,
  words: Words,
): Promise<MessageRow> {
  await holdMessage(tx, channel, ts)
  const message = await findMessage(tx, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  if (message.user_id !== caller.userId)
    throw new Refusal(words.notOwn, `The message ${ts} was written by ${message.user_id}; you are ${caller.userId}.`)
  if (message.streaming_state !== 'in_progress') return message
  const head = await findHead(tx, channel, ts)
  if (!head || head.stream.ended_at !== null) return (await findMessage(tx, channel, ts)) ?? message
  const reason = timedOut(await settingsOf(tx), head.stream, head.standing.lastAt)
  if (!reason) throw new Refusal(words.streaming, `The message ${ts} still streams; end it with chat.stopStream first.`)
  return endStream(tx, head, { by: reason })
}

/** Whoever changes the same message, or reacts to it, waits until this is over. */
export function holdMessage(tx: Tx, channel: { team_id: string; id: string }, ts: string): Promise<void> {
  return tx.alone(`message ${channel.team_id} ${channel.id} ${ts}`)
}

export function noSuchMessage(channel: { id: string }, ts: string): Refusal {
  return new Refusal('message_not_found', `No message of ${channel.id} has the ts ${JSON.stringify(ts)}.`)
}
