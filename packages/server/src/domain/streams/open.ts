import type { Tx } from '#store/db'
import type { Caller, CallingApp } from '#domain/access/caller'
import type { PostingTarget } from '#domain/channels/postingRules'
import type { MessageRow } from '#domain/messages/find'
import { postMessage } from '#domain/messages/post'
import type { Appearance } from '#domain/messages/appearance'
import { newestSeq } from '#domain/log/entry'
import { getSettings } from '#domain/settings/settings'
import type { StreamContent } from './content.ts'
import { appendDelta } from './append.ts'
import { createHead } from './openHeads.ts'
import type { StreamRow } from './head.ts'

export interface NewStream {
  target: PostingTarget<Caller & { app: CallingApp }>
  root: MessageRow
  recipient: { userId: string; teamId: string } | undefined
  display: 'timeline' | 'plan'
  content: StreamContent | undefined
  appearance: Appearance
  metadata: object | undefined
  clientMsgId: string | undefined
}

/** Posts a reply that grows until its stream ends. */
export async function openStream(tx: Tx, start: NewStream): Promise<MessageRow> {
  const { caller, channel } = start.target
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
  const { stream: rules } = await getSettings(tx)
  const stream: StreamRow = {
    team_id: channel.team_id,
    channel_id: channel.id,
    ts: message.ts,
    thread_ts: start.root.ts,
    app_id: caller.app.id,
    display: start.display,
    recipient_user_id: start.recipient?.userId ?? null,
    recipient_team_id: start.recipient?.teamId ?? null,
    // A direct message has no other members to hide it from.
    audience: start.recipient ? rules.audience : 'members',
    begun_after: await newestSeq(tx),
    started_at: tx.clock.now(),
    ended_at: null,
    ended_by: null,
  }
  await tx.insertInto('streams').values(stream).execute()
  const head = createHead(tx, stream)
  if (start.content) await appendDelta(tx, head, start.content)
  return message
}
