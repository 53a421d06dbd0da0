import type { Db, Tx } from '#store/db'
import type { Caller, CallingApp } from '#domain/access/caller'
import type { PostingTarget } from '#domain/channels/postingRules'
import { sharePictures } from '#domain/files/share'
import type { MessageRow } from '#domain/messages/find'
import { postMessage } from '#domain/messages/post'
import type { Appearance } from '#domain/messages/appearance'
import { newestSeq } from '#domain/log/numbers'
import { Refusal } from '#domain/refusal'
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
  await checkCount(tx, channel.team_id, caller.app.id)
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
    begun_after: await newestSeq(tx, channel.team_id),
    started_at: tx.clock.now(),
    ended_at: null,
    ended_by: null,
  }
  await tx.send(tx.insertInto('streams').values(stream))
  const head = createHead(tx, stream)
  if (start.content) await sharePictures(tx, caller, stream, start.content)
  if (start.content) await appendDelta(tx, head, start.content)
  return message
}

/** So many streams may begin at the same time. Nearer to a limit they begin one after the other. */
const begunTogether = 100

/** [LIM-1] Every open stream is kept in memory as a whole. */
async function checkCount(tx: Tx, teamId: string, appId: string): Promise<void> {
  const { limits } = await getSettings(tx)
  let open = await countOpen(tx, teamId, appId)
  const isNear = Math.min(limits.streamsPerApp - open.app, limits.streamsPerTeam - open.team) < begunTogether
  if (isNear && !tx.cache.isSingleWriter) {
    await tx.lock(`streams ${teamId}`)
    open = await countOpen(tx, teamId, appId)
  }
  if (open.app >= limits.streamsPerApp)
    throw new Refusal('rate_limited', `The app has ${open.app} open streams in the team, which is the limit.`)
  if (open.team >= limits.streamsPerTeam)
    throw new Refusal('message_limit_exceeded', `The team has ${open.team} open streams, which is the limit.`)
}

function countOpen(db: Db, teamId: string, appId: string): Promise<{ app: number; team: number }> {
  return db
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('team'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('app_id', '=', appId).as('app'))
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
}
