import type { Caller, CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import type { SessionStatus } from '#store/tables/threads'
import type { AgentStatusThen, Change } from '#store/tables/change'
import { type AgentRow, findThreadDetails, lockThread, type ThreadDetails, threadEntry } from './find.ts'
import { noThreadDetails, setThreadTitle } from './title.ts'

/** [THR-6] How long an agent counts as `processing`, milliseconds. */
const processingTimeoutMs = 3_600_000

export interface AgentStatus {
  channel: Channel
  threadTs: string
  app: CallingApp
  userId: string
  status: SessionStatus
  /** How the agent looks from now on. `null` resets it to the app's own look, undefined changes nothing. */
  look?: { username?: Text; iconEmoji?: Text; iconUrl?: Text }
  /** Title and initiator of a session that this call begins. An existing session keeps its own. */
  title?: string | undefined
  initiator?: string | undefined
}
type Text = string | null | undefined

/** Sets the status of an agent in a thread, and begins the thread's session if there is none. */
export async function setAgentStatus(tx: Tx, given: AgentStatus): Promise<ThreadDetails> {
  const { channel, threadTs, app, userId, status } = given
  await lockThread(tx, channel, threadTs)
  const before = await findThreadDetails(tx, channel, threadTs)
  if (!before || before.agents.length === 0) await beginSession(tx, given)
  const key = { team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, app_id: app.id }
  const known = before?.agents.find((agent) => agent.app_id === app.id)
  const time = tx.clock.now()
  const set = {
    user_id: userId,
    status,
    changed_at: time,
    processing_ends_at: status === 'processing' ? time + processingTimeoutMs : null,
    username: newLook(given.look?.username, known?.username),
    icon_emoji: newLook(given.look?.iconEmoji, known?.icon_emoji),
    icon_url: newLook(given.look?.iconUrl, known?.icon_url),
  }
  await tx
    .insertInto('agent_sessions')
    .values({ ...key, ...set, begun_at: time })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts', 'app_id']).doUpdateSet(set))
    .execute()
  const details = (await findThreadDetails(tx, channel, threadTs))!
  const change = sessionChange(before?.agents ?? [], details.agents, app.id)
  tx.work.log({ ...threadEntry(channel, threadTs), ...(change ? { subject: userId, change } : {}) })
  return details
}

/** [THR-13] Undefined if the agent has the status that it had. */
function sessionChange(before: readonly AgentRow[], after: readonly AgentRow[], appId: string): Change | undefined {
  const statusIn = (agents: readonly AgentRow[]) => agents.find((agent) => agent.app_id === appId)?.status
  if (statusIn(before) === statusIn(after)) return undefined
  return { type: 'session_changed', before: before.map(toStatusThen), after: after.map(toStatusThen) }
}

function toStatusThen({ app_id, user_id, status, processing_ends_at }: AgentRow): AgentStatusThen {
  return { app_id, user_id, status, processing_ends_at }
}

/** [THR-5] Sets the status of an agent that streams. The stream begins a session if there is none. */
export async function setStreamingAgentStatus(
  tx: Tx,
  caller: Caller,
  { channel, threadTs, status }: { channel: Channel; threadTs: string; status: SessionStatus },
): Promise<void> {
  if (!caller.app?.agent) return
  await setAgentStatus(tx, { channel, threadTs, app: caller.app, userId: caller.userId, status })
}

/** [APP-10] Closes the sessions of an agent that was uninstalled. */
export async function closeAgentSessions(tx: Tx, teamId: string, appId: string): Promise<void> {
  const closed = await tx
    .updateTable('agent_sessions')
    .set({ status: 'closed', changed_at: tx.clock.now(), processing_ends_at: null })
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .where('status', 'in', ['processing', 'suspended'])
    .returning(['channel_id', 'thread_ts'])
    .execute()
  for (const { channel_id: id, thread_ts: ts } of closed) tx.work.log(threadEntry({ team_id: teamId, id }, ts))
}

/** Renames a session. Only an agent that takes part in it may do so. Returns the new title. */
export async function renameSession(
  tx: Tx,
  channel: Channel,
  threadTs: string,
  { app, userId: by }: Caller & { app: CallingApp },
  title: string,
): Promise<string> {
  await lockThread(tx, channel, threadTs)
  const agents = (await findThreadDetails(tx, channel, threadTs))?.agents ?? []
  if (agents.length === 0) {
    throw new Refusal(
      'session_not_found',
      `The thread ${threadTs} of ${channel.id} has no session; agents.sessions.setStatus begins one.`,
    )
  }
  if (!agents.some((agent) => agent.app_id === app.id)) {
    throw new Refusal(
      'not_authorized',
      `The app ${app.id} does not take part in the session of the thread ${threadTs}.`,
    )
  }
  await setThreadTitle(tx, channel, threadTs, title, by)
  return (await findThreadDetails(tx, channel, threadTs))?.title ?? ''
}

async function beginSession(tx: Tx, { channel, threadTs, userId, title, initiator }: AgentStatus): Promise<void> {
  const began = { initiator_user_id: initiator ?? null }
  await tx
    .insertInto('threads')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, ...noThreadDetails, ...began })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts']).doUpdateSet(began))
    .execute()
  if (title) await setThreadTitle(tx, channel, threadTs, title, userId)
}

function newLook(given: Text, known: string | null | undefined): string | null {
  return given === undefined ? (known ?? null) : given || null
}
