import type { Selectable } from 'kysely'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import type { Db, LogEntry } from '#store/db'
import type { Prompt, SessionStatus, Tables } from '#store/tables/tables'

export type AgentRow = Selectable<Tables['agent_sessions']>

/** What apps have said about a thread, beside its messages. */
export interface ThreadFacts {
  /** Empty: the direct message itself, outside of any thread. */
  threadTs: string
  title: string | undefined
  prompts: { title: string | undefined; appId: string; prompts: readonly Prompt[] } | undefined
  initiator: string | undefined
  /** Oldest first. Without any there is no session. */
  agents: readonly AgentRow[]
}

/** What is said about a direct message itself stands under this ts. */
export const outside = ''

/** Of these threads of a channel, those that something was said about. */
export async function threadsAmong(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: readonly string[],
): Promise<ThreadFacts[]> {
  if (threadTs.length === 0) return []
  const threads = await db
    .selectFrom('threads')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', threadTs)
    .execute()
  const agents = await db
    .selectFrom('agent_sessions')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', threadTs)
    .orderBy('begun_at')
    .orderBy('app_id')
    .execute()
  const found = threadTs.map((ts): ThreadFacts => {
    const row = threads.find((thread) => thread.thread_ts === ts)
    const { prompts, prompts_app_id: appId } = row ?? {}
    return {
      threadTs: ts,
      title: row?.title ?? undefined,
      prompts: prompts && appId ? { title: row?.prompts_title ?? undefined, appId, prompts } : undefined,
      initiator: row?.initiator_user_id ?? undefined,
      agents: agents.filter((agent) => agent.thread_ts === ts),
    }
  })
  return found.filter(({ title, prompts, agents: at }) => title !== undefined || prompts || at.length > 0)
}

export async function threadFacts(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: string,
): Promise<ThreadFacts | undefined> {
  const [facts] = await threadsAmong(db, channel, [threadTs])
  return facts
}

/** [THR-6] The end of `processing` is a time: who reads after it sees an agent that is there, and not at work. */
export function statusNow(agent: Pick<AgentRow, 'status' | 'processing_ends_at'>): SessionStatus {
  return agent.status === 'processing' && (agent.processing_ends_at ?? 0) <= now() ? 'active' : agent.status
}

/** [THR-8] Whether a person can stop what the agent is at: only if its app hears of that. */
export function isStoppable(agent: AgentRow, app: { hearsStop: boolean } | undefined): boolean {
  return statusNow(agent) === 'processing' && app?.hearsStop === true
}

/** [THR-7] The status of a session with several agents: that of the one who has most to say. */
export function sessionStatus(agents: readonly AgentRow[]): SessionStatus {
  const all = new Set(agents.map(statusNow))
  return loudest.find((status) => all.has(status)) ?? 'closed'
}

const loudest = ['processing', 'suspended', 'active', 'closed'] as const

export function threadEntry(channel: { team_id: string; id: string }, threadTs: string): LogEntry {
  return entry('thread', channel.team_id, { channelId: channel.id, ...(threadTs === outside ? {} : { ts: threadTs }) })
}
