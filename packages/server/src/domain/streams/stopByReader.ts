import { appProfiles } from '#domain/apps/profiles'
import type { Channel } from '#domain/channels/find'
import { entry } from '#domain/log/entry'
import { findMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'
import { isStoppable, threadFacts } from '#domain/threads/find'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import { endStream } from './end.ts'
import { findHead, type Head, timedOut } from './head.ts'

interface Pressed {
  channel: Channel
  /** Of a reply that grows, or of the root of a thread in which agents are at work. */
  ts: string
  /** Who pressed. */
  userId: string
}

/** [STR-6, THR-10] A reader presses Stop. */
export async function stopByReader(tx: Tx, pressed: Pressed): Promise<void> {
  const { channel, ts } = pressed
  const head = await findHead(tx, channel, ts)
  if (!head) return stopAgents(tx, pressed)
  if (!(await isOpen(tx, head))) throw new Refusal('message_not_in_streaming_state', 'The reply is already finished.')
  await endStream(tx, head, { by: 'reader' })
  tellStopped(tx, pressed, { app: head.stream.app_id, threadTs: head.stream.thread_ts, streams: [ts] })
}

/** [THR-10] Each agent that is at work in the thread ends its work there; what it says of its session is its own. */
async function stopAgents(tx: Tx, pressed: Pressed): Promise<void> {
  const { channel, ts } = pressed
  if (!(await findMessage(tx, channel, ts)))
    throw new Refusal('message_not_found', `"ts": ${JSON.stringify(ts)} names no message of ${channel.id}.`)
  const agents = (await threadFacts(tx, channel, ts))?.agents ?? []
  const ids = agents.map(({ app_id: appId }) => appId)
  const apps = await appProfiles(tx, ids)
  const stopped = agents.filter((agent) => isStoppable(agent, apps.get(agent.app_id)))
  if (stopped.length === 0) {
    const why = `The message ${ts} is no stream, and in its thread no agent is at work that hears of Stop.`
    throw new Refusal('message_not_in_streaming_state', why)
  }
  for (const { app_id: app } of stopped) {
    const streams = await openStreams(tx, channel, ts, app)
    for (const head of streams) await endStream(tx, head, { by: 'reader' })
    tellStopped(tx, pressed, { app, threadTs: ts, streams: streams.map(({ stream }) => stream.ts) })
  }
}

/** [APP-10] Nobody goes on with what an app streamed that is gone: time would end it, and does so now. */
export async function endStreamsOf(tx: Tx, teamId: string, appId: string): Promise<void> {
  const rows = await tx
    .selectFrom('streams')
    .select(['channel_id', 'ts'])
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .where('ended_at', 'is', null)
    .orderBy('channel_id')
    .orderBy('ts')
    .execute()
  for (const { channel_id: id, ts } of rows) {
    const head = await findHead(tx, { team_id: teamId, id }, ts)
    if (head && head.stream.ended_at === null) await endStream(tx, head, { by: 'idle' })
  }
}

async function openStreams(tx: Tx, channel: Channel, threadTs: string, appId: string): Promise<Head[]> {
  const rows = await tx
    .selectFrom('streams')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', '=', threadTs)
    .where('app_id', '=', appId)
    .where('ended_at', 'is', null)
    .orderBy('ts')
    .execute()
  const heads: Head[] = []
  for (const { ts } of rows) {
    const head = await findHead(tx, channel, ts)
    if (head && (await isOpen(tx, head))) heads.push(head)
  }
  return heads
}

async function isOpen(tx: Tx, { stream, standing }: Head): Promise<boolean> {
  return stream.ended_at === null && !timedOut(await settingsOf(tx), stream, standing.lastAt)
}

function tellStopped(
  tx: Tx,
  { channel, userId }: Pressed,
  { app, threadTs, streams }: { app: string; threadTs: string; streams: string[] },
): void {
  const change: Change = { type: 'session_stopped', app, streams }
  tx.work.log(entry('app', channel.team_id, { channelId: channel.id, ts: threadTs, subject: userId, change }))
}
