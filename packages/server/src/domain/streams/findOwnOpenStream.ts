import type { Tx } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import type { CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { findHead, findHeadToAppend } from './openHeads.ts'
import type { StreamHead } from './head.ts'
import { timeoutOf } from './timeout.ts'

/** [ORD 18, STR-6] Finds an open stream of the app. Only an append learns that a reader has stopped it. */
export function findOwnOpenStream(
  tx: Tx,
  app: CallingApp,
  channel: Channel,
  ts: string,
  intent: 'append' | 'stop',
): MaybePromise<StreamHead> {
  const finding = intent === 'append' ? findHeadToAppend(tx, channel, ts) : findHead(tx, channel, ts)
  return andThen(finding, (head) => {
    if (!head) return notAStream(tx, app, channel, ts)
    const { stream } = head
    if (stream.app_id !== app.id) throw notOwned(app, ts)
    if (stream.ended_by !== null)
      throw streamEnded(
        ts,
        `it was ended by ${endReasons[stream.ended_by]}`,
        intent === 'append' && stream.ended_by === 'reader',
      )
    return andThen(getSettings(tx), (settings) => {
      const reason = timeoutOf(settings, stream, head.position.lastAt, tx.clock.now())
      if (reason) throw streamEnded(ts, `it was ended by ${endReasons[reason]}`, false)
      return head
    })
  })
}

const endReasons = {
  app: 'chat.stopStream',
  reader: 'a reader',
  idle: 'time: nothing was appended for too long',
  lifetime: 'time: it had reached its maximum lifetime',
  error: 'an error',
}

async function notAStream(tx: Tx, app: CallingApp, channel: Channel, ts: string): Promise<never> {
  const message = await findMessage(tx, channel, ts)
  if (!message) throw new Refusal('message_not_found', `"ts": ${JSON.stringify(ts)} names no message of ${channel.id}.`)
  throw message.app_id === app.id ? streamEnded(ts, 'it was never a stream', false) : notOwned(app, ts)
}

function notOwned(app: CallingApp, ts: string): Refusal {
  return new Refusal('message_not_owned_by_app', `The message ${ts} was not written by ${app.id}.`)
}

function streamEnded(ts: string, why: string, byReader: boolean): Refusal {
  return new StreamEndedRefusal(ts, why, byReader)
}

/** Refuses a call that names a stream which is over. */
export class StreamEndedRefusal extends Refusal {
  constructor(ts: string, why: string, byReader: boolean) {
    super(
      byReader ? 'stopped_by_user' : 'message_not_in_streaming_state',
      `The message ${ts} is not streaming: ${why}.`,
    )
  }
}
