import { findAppProfiles } from '#domain/apps/profiles'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { findMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { findThreadDetails, isStoppable } from '#domain/threads/find'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import { endStream } from './end.ts'
import { findHead } from './openHeads.ts'
import type { StreamHead } from './head.ts'
import { timeoutOf } from './timeout.ts'

interface StopPress {
  channel: Channel
  /** The ts of a streaming reply, or of the root of a thread in which agents are at work. */
  ts: string
  /** The person who pressed Stop. */
  userId: string
  /** Stops only this agent of the thread. */
  appId?: string | undefined
}

/** [STR-6, THR-10] A reader presses Stop: the stream ends, and its app receives an event. */
export async function stopByReader(tx: Tx, press: StopPress): Promise<void> {
  const { channel, ts } = press
  const head = await findHead(tx, channel, ts)
  if (!head) return stopAgents(tx, press)
  if (!(await isOpen(tx, head))) throw new Refusal('message_not_in_streaming_state', 'The reply is already finished.')
  await endStream(tx, head, { by: 'reader' })
  logSessionStopped(tx, press, { app: head.stream.app_id, threadTs: head.stream.thread_ts, streams: [ts] })
}

/**
 * [THR-10, THR-12] Stops every agent at work in the thread, or one of them, by ending its streams. Agents set the status
 * of the session themselves.
 */
async function stopAgents(tx: Tx, press: StopPress): Promise<void> {
  const { channel, ts } = press
  if (!(await findMessage(tx, channel, ts)))
    throw new Refusal('message_not_found', `"ts": ${JSON.stringify(ts)} names no message of ${channel.id}.`)
  const agents = (await findThreadDetails(tx, channel, ts))?.agents ?? []
  const ids = agents.map(({ app_id: appId }) => appId)
  const apps = await findAppProfiles(tx, ids)
  const wanted = agents.filter((agent) => press.appId === undefined || agent.app_id === press.appId)
  const stopped = wanted.filter((agent) => isStoppable(agent, apps.get(agent.app_id)))
  if (stopped.length === 0) {
    const why = `The message ${ts} is not a stream, and no agent at work in its thread can be stopped.`
    throw new Refusal('message_not_in_streaming_state', why)
  }
  for (const { app_id: app } of stopped) {
    const streams = await findOpenHeads(tx, channel, ts, app)
    for (const head of streams) await endStream(tx, head, { by: 'reader' })
    logSessionStopped(tx, press, { app, threadTs: ts, streams: streams.map(({ stream }) => stream.ts) })
  }
}

async function findOpenHeads(tx: Tx, channel: Channel, threadTs: string, appId: string): Promise<StreamHead[]> {
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
  const heads: StreamHead[] = []
  for (const { ts } of rows) {
    const head = await findHead(tx, channel, ts)
    if (head && (await isOpen(tx, head))) heads.push(head)
  }
  return heads
}

async function isOpen(tx: Tx, { stream, position }: StreamHead): Promise<boolean> {
  return stream.ended_at === null && !timeoutOf(await getSettings(tx), stream, position.lastAt, tx.clock.now())
}

function logSessionStopped(
  tx: Tx,
  { channel, userId }: StopPress,
  { app, threadTs, streams }: { app: string; threadTs: string; streams: string[] },
): void {
  const change: Change = { type: 'session_stopped', app, streams }
  tx.work.log(logEntry('app', channel.team_id, { channelId: channel.id, ts: threadTs, subject: userId, change }))
}
