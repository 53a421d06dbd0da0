import type { Selectable } from 'kysely'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { NewLogEntry } from '#store/unitOfWork'
import type { Prompt, SessionStatus } from '#store/tables/threads'
import type { Tables } from '#store/tables/tables'

export type AgentRow = Selectable<Tables['agent_sessions']>

/** What apps have set for a thread, apart from its messages. */
export interface ThreadDetails {
  /** Empty for the direct message itself, outside of any thread. */
  threadTs: string
  title: string | undefined
  prompts: { title: string | undefined; appId: string; prompts: readonly Prompt[] } | undefined
  initiator: string | undefined
  /** Oldest first, with the status each has now. A thread without agents has no session. */
  agents: readonly AgentRow[]
}

/** The `thread_ts` under which details of a direct message itself are stored. */
export const noThreadTs = ''

/** Locks the details of a thread: others who change them wait until the transaction ends. */
export function lockThread(tx: Tx, channel: { team_id: string; id: string }, threadTs: string): Promise<void> {
  return tx.lock(`thread ${channel.team_id} ${channel.id} ${threadTs}`)
}

/** Lists the details of these threads. Threads without details are left out. */
export async function listThreadDetails(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: readonly string[],
): Promise<ThreadDetails[]> {
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
  const now = db.clock.now()
  const found = threadTs.map((ts): ThreadDetails => {
    const row = threads.find((thread) => thread.thread_ts === ts)
    const { prompts, prompts_app_id: appId } = row ?? {}
    return {
      threadTs: ts,
      title: row?.title ?? undefined,
      prompts: prompts && appId ? { title: row?.prompts_title ?? undefined, appId, prompts } : undefined,
      initiator: row?.initiator_user_id ?? undefined,
      agents: agents
        .filter((agent) => agent.thread_ts === ts)
        .map((agent) => ({ ...agent, status: statusAt(now, agent) })),
    }
  })
  return found.filter(({ title, prompts, agents: own }) => title !== undefined || prompts || own.length > 0)
}

export async function findThreadDetails(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: string,
): Promise<ThreadDetails | undefined> {
  const [facts] = await listThreadDetails(db, channel, [threadTs])
  return facts
}

/** [THR-6] `processing` ends at a fixed time. From then on the agent reads as `active`: present, but not at work. */
function statusAt(now: number, agent: AgentRow): SessionStatus {
  return agent.status === 'processing' && (agent.processing_ends_at ?? 0) <= now ? 'active' : agent.status
}

/** [THR-8] A person can stop an agent at work only if its app subscribes to the event that says so. */
export function isStoppable(agent: Pick<AgentRow, 'status'>, app: { handlesStop: boolean } | undefined): boolean {
  return agent.status === 'processing' && app?.handlesStop === true
}

/** [THR-7] Combines the statuses of all agents of a session: the one with the highest priority counts. */
export function combinedSessionStatus(agents: readonly Pick<AgentRow, 'status'>[]): SessionStatus {
  const all = new Set(agents.map(({ status }) => status))
  return statusesByPriority.find((status) => all.has(status)) ?? 'closed'
}

const statusesByPriority = ['processing', 'suspended', 'active', 'closed'] as const

export function threadEntry(channel: { team_id: string; id: string }, threadTs: string): NewLogEntry {
  return logEntry('thread', channel.team_id, {
    channelId: channel.id,
    ...(threadTs === noThreadTs ? {} : { ts: threadTs }),
  })
}
