import type { Caller, CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import type { SessionStatus } from '#store/tables/tables'
import { threadEntry, type ThreadFacts, threadFacts } from './find.ts'
import { noFacts, setTitle } from './title.ts'

/** [THR-6] How long an agent is taken to be at work, milliseconds. */
const processingLasts = 3_600_000

export interface AgentStatus {
  channel: Channel
  threadTs: string
  app: CallingApp
  userId: string
  status: SessionStatus
  /** How the agent looks from now on: text, `null` for its own, undefined for no change. */
  look?: { username?: Text; iconEmoji?: Text; iconUrl?: Text }
  /** Of a session that begins with this; one that is there keeps what it has. */
  title?: string | undefined
  initiator?: string | undefined
}
type Text = string | null | undefined

/** Sets what an agent is at in a thread, and begins the thread's session where there is none. */
export async function setAgentStatus(tx: Tx, given: AgentStatus): Promise<ThreadFacts> {
  const { channel, threadTs, app, userId, status } = given
  const before = await threadFacts(tx, channel, threadTs)
  if (!before || before.agents.length === 0) await begin(tx, given)
  const key = { team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, app_id: app.id }
  const known = before?.agents.find((agent) => agent.app_id === app.id)
  const time = now()
  const set = {
    user_id: userId,
    status,
    changed_at: time,
    processing_ends_at: status === 'processing' ? time + processingLasts : null,
    username: settled(given.look?.username, known?.username),
    icon_emoji: settled(given.look?.iconEmoji, known?.icon_emoji),
    icon_url: settled(given.look?.iconUrl, known?.icon_url),
  }
  await tx
    .insertInto('agent_sessions')
    .values({ ...key, ...set, begun_at: time })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts', 'app_id']).doUpdateSet(set))
    .execute()
  tx.work.log(threadEntry(channel, threadTs))
  return (await threadFacts(tx, channel, threadTs))!
}

/** [THR-5] A stream of an agent is work in a session, which it begins where there is none. */
export async function setWhileStreaming(
  tx: Tx,
  caller: Caller,
  { channel, threadTs, status }: { channel: Channel; threadTs: string; status: SessionStatus },
): Promise<void> {
  if (!caller.app?.agent) return
  await setAgentStatus(tx, { channel, threadTs, app: caller.app, userId: caller.userId, status })
}

/** [APP-10] An agent that is gone is at work nowhere, and waits for nobody. */
export async function closeSessionsOf(tx: Tx, teamId: string, appId: string): Promise<void> {
  const closed = await tx
    .updateTable('agent_sessions')
    .set({ status: 'closed', changed_at: now(), processing_ends_at: null })
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .where('status', 'in', ['processing', 'suspended'])
    .returning(['channel_id', 'thread_ts'])
    .execute()
  for (const { channel_id: id, thread_ts: ts } of closed) tx.work.log(threadEntry({ team_id: teamId, id }, ts))
}

/** A session is named anew by an agent that has a part in it. */
export async function renameSession(
  tx: Tx,
  channel: Channel,
  threadTs: string,
  { app, userId: by }: Caller & { app: CallingApp },
  title: string,
): Promise<string> {
  const agents = (await threadFacts(tx, channel, threadTs))?.agents ?? []
  if (agents.length === 0) {
    throw new Refusal(
      'session_not_found',
      `The thread ${threadTs} of ${channel.id} has no session; agents.sessions.setStatus begins one.`,
    )
  }
  if (!agents.some((agent) => agent.app_id === app.id)) {
    throw new Refusal('not_authorized', `The app ${app.id} has no part in the session of the thread ${threadTs}.`)
  }
  await setTitle(tx, channel, threadTs, title, by)
  return (await threadFacts(tx, channel, threadTs))?.title ?? ''
}

async function begin(tx: Tx, { channel, threadTs, userId, title, initiator }: AgentStatus): Promise<void> {
  const began = { initiator_user_id: initiator ?? null }
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noFacts, ...began })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet(began))
    .execute()
  if (title) await setTitle(tx, channel, threadTs, title, userId)
}

function settled(given: Text, known: string | null | undefined): string | null {
  return given === undefined ? (known ?? null) : given || null
}
