import { z } from 'zod'
import { type AppProfile, appProfiles } from '#domain/apps/profiles'
import { type AgentRow, isStoppable, sessionStatus, statusNow, type ThreadFacts } from '#domain/threads/find'
import type { Db } from '#store/db'

const status = z.enum(['active', 'processing', 'suspended', 'closed'])
const expires = z.int().optional().describe('Unix seconds: from then on it is `active`.')

/** What a root says of its thread, where apps have said something. */
export const threadShape = {
  assistant_app_thread: z.object({ title: z.string() }).optional().describe('A thread that an app has named.'),
  agent_session: z
    .object({
      status,
      title: z.string(),
      agent_bot_user_ids: z.array(z.string()),
      date_status_processing_expire: expires,
      agent_statuses: z.array(
        z.object({
          agent_bot_user_id: z.string(),
          status,
          date_status_processing_expire: expires,
          is_stoppable: z.boolean(),
        }),
      ),
    })
    .optional()
    .describe('What agents are at in the thread.'),
}

type WireThread = z.input<z.ZodObject<typeof threadShape>>

/** By the ts of their roots. */
export async function threadsOnWire(db: Db, threads: readonly ThreadFacts[]): Promise<Map<string, WireThread>> {
  const apps = await appProfiles(
    db,
    threads.flatMap(({ agents }) => agents.map((agent) => agent.app_id)),
  )
  return new Map(threads.map((thread) => [thread.threadTs, threadOnWire(thread, apps)]))
}

function threadOnWire({ title, agents }: ThreadFacts, apps: Map<string, AppProfile>): WireThread {
  const session = {
    status: sessionStatus(agents),
    title: title ?? '',
    agent_bot_user_ids: agents.map((agent) => agent.user_id),
    ...expiry(agents),
    agent_statuses: agents.map((agent) => ({
      agent_bot_user_id: agent.user_id,
      status: statusNow(agent),
      ...expiry([agent]),
      is_stoppable: isStoppable(agent, apps.get(agent.app_id)),
    })),
  }
  return {
    ...(title === undefined ? {} : { assistant_app_thread: { title } }),
    ...(agents.length > 0 ? { agent_session: session } : {}),
  }
}

function expiry(agents: readonly AgentRow[]) {
  const ends = agents.flatMap((agent) =>
    statusNow(agent) === 'processing' ? Math.ceil((agent.processing_ends_at ?? 0) / 1000) : [],
  )
  return ends.length > 0 ? { date_status_processing_expire: Math.max(...ends) } : {}
}
