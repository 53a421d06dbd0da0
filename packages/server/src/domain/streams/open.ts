import type { Tx } from '#store/db'
import type { Caller, CallingApp } from '#domain/access/caller'
import { now } from '#domain/clock'
import type { Place } from '#domain/channels/postingRules'
import type { MessageRow } from '#domain/messages/find'
import { type Appearance, postMessage } from '#domain/messages/post'
import { newestSeq } from '#domain/log/entry'
import { settingsOf } from '#domain/settings/settings'
import type { Content } from './content.ts'
import { grow } from './append.ts'
import { beginHead, type StreamRow } from './head.ts'

export interface NewStream {
  place: Place<Caller & { app: CallingApp }>
  root: MessageRow
  recipient: { userId: string; teamId: string } | undefined
  display: 'timeline' | 'plan'
  content: Content | undefined
  appearance: Appearance
  metadata: object | undefined
  clientMsgId: string | undefined
}

/** Begins a reply in a thread that grows until it is stopped. */
export async function openStream(tx: Tx, start: NewStream): Promise<MessageRow> {
  const { caller, channel } = start.place
  const message = await postMessage(tx, caller, {
    channel,
    threadTs: start.root.ts,
    text: '',
    blocks: [],
    metadata: start.metadata,
    clientMsgId: start.clientMsgId,
    appearance: start.appearance,
    streaming: true,
  })
  const { stream: rules } = await settingsOf(tx)
  const stream: StreamRow = {
    team_id: channel.team_id,
    channel_id: channel.id,
    ts: message.ts,
    thread_ts: start.root.ts,
    app_id: caller.app.id,
    display: start.display,
    recipient_user_id: start.recipient?.userId ?? null,
    recipient_team_id: start.recipient?.teamId ?? null,
    // A direct message has nobody else to show it to.
    audience: start.recipient ? rules.audience : 'members',
    begun_after: await newestSeq(tx),
    started_at: now(),
    ended_at: null,
    ended_by: null,
  }
  await tx.insertInto('streams').values(stream).execute()
  const head = beginHead(tx, stream)
  if (start.content) await grow(tx, head, start.content)
  return message
}
