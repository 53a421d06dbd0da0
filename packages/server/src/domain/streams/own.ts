import type { Tx } from '#store/db'
import { soon, type Soon } from '#store/maybePromise'
import type { CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'
import { findHead, type Head, timedOut } from './head.ts'

/** [ORD 18, STR-6] The app's stream, if it still goes on. Only who would go on learns that a reader stopped it. */
export function ownOpenStream(
  tx: Tx,
  app: CallingApp,
  channel: Channel,
  ts: string,
  to: 'append' | 'stop',
): Soon<Head> {
  return soon(findHead(tx, channel, ts), (head) => {
    if (!head) return notAStream(tx, app, channel, ts)
    const { stream } = head
    if (stream.app_id !== app.id) throw notOwned(app, ts)
    if (stream.ended_by !== null)
      throw ended(ts, `it was ended by ${endings[stream.ended_by]}`, to === 'append' && stream.ended_by === 'reader')
    return soon(settingsOf(tx), (settings) => {
      const reason = timedOut(settings, stream, head.standing.lastAt)
      if (reason) throw ended(ts, `it was ended by ${endings[reason]}`, false)
      return head
    })
  })
}

const endings = {
  app: 'chat.stopStream',
  reader: 'a reader',
  idle: 'time: nothing was added for too long',
  lifetime: 'time: a stream may not last longer',
}

async function notAStream(tx: Tx, app: CallingApp, channel: Channel, ts: string): Promise<never> {
  const message = await findMessage(tx, channel, ts)
  if (!message) throw new Refusal('message_not_found', `"ts": ${JSON.stringify(ts)} names no message of ${channel.id}.`)
  throw message.app_id === app.id ? ended(ts, 'it never was a stream', false) : notOwned(app, ts)
}

function notOwned(app: CallingApp, ts: string): Refusal {
  return new Refusal('message_not_owned_by_app', `The message ${ts} was not written by ${app.id}.`)
}

function ended(ts: string, why: string, byReader: boolean): Refusal {
  return new EndedStream(ts, why, byReader)
}

/** A call came for a stream that is over. */
export class EndedStream extends Refusal {
  constructor(ts: string, why: string, byReader: boolean) {
    super(
      byReader ? 'stopped_by_user' : 'message_not_in_streaming_state',
      `The message ${ts} is not streaming: ${why}.`,
    )
  }
}
