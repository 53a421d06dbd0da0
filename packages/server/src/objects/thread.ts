import { z } from 'zod'
import { type AppProfile, findAppProfiles } from '#domain/apps/profiles'
import { isStoppable, combinedSessionStatus, type ThreadDetails } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { AgentStatusThen } from '#store/tables/change'

export const sessionStatus = z.enum(['active', 'processing', 'suspended', 'closed'])
const expires = z.int().optional().describe('Unix seconds after which the status is `active` again.')

/** The schema of the fields that a thread adds to its root, if apps have set something in it. */
export const threadFields = {
  assistant_app_thread: z
    .object({ title: z.string() })
    .optional()
    .describe('The title of the thread that begins here, of `subtype: assistant_app_thread`.'),
  agent_session: z
    .object({
      status: sessionStatus,
      title: z.string(),
      agent_bot_user_ids: z.array(z.string()),
      date_status_processing_expire: expires,
      agent_statuses: z.array(
        z.object({
          agent_bot_user_id: z.string(),
          status: sessionStatus,
          date_status_processing_expire: expires,
          is_stoppable: z.boolean(),
        }),
      ),
    })
    .optional()
    .describe('The status of agents in the thread.'),
}

type ThreadFields = z.input<z.ZodObject<typeof threadFields>>

/** The sessions that threads add to their roots, by the ts of the roots. */
export async function toSessionFields(
  db: Db,
  threads: readonly ThreadDetails[],
): Promise<Map<string, Pick<ThreadFields, 'agent_session'>>> {
  const apps = await findAppProfiles(
    db,
    threads.flatMap(({ agents }) => agents.map((agent) => agent.app_id)),
  )
  return new Map(
    threads.map((thread) => {
      const session = sessionFieldOf(thread, apps)
      return [thread.threadTs, session ? { agent_session: session } : {}]
    }),
  )
}

/** The `agent_session` of a root with these agents; undefined without agents. */
export async function toSessionField(
  db: Db,
  { title, agents }: { title: string | undefined; agents: readonly AgentStatusThen[] },
): Promise<ThreadFields['agent_session']> {
  const apps = await findAppProfiles(
    db,
    agents.map((agent) => agent.app_id),
  )
  return sessionFieldOf({ title, agents }, apps)
}

function sessionFieldOf(
  { title, agents }: { title: string | undefined; agents: readonly AgentStatusThen[] },
  apps: Map<string, AppProfile>,
): ThreadFields['agent_session'] {
  if (agents.length === 0) return undefined
  return {
    status: combinedSessionStatus(agents),
    title: title ?? '',
    agent_bot_user_ids: agents.map((agent) => agent.user_id),
    ...expiry(agents),
    agent_statuses: agents.map((agent) => ({
      agent_bot_user_id: agent.user_id,
      status: agent.status,
      ...expiry([agent]),
      is_stoppable: isStoppable(agent, apps.get(agent.app_id)),
    })),
  }
}

function expiry(agents: readonly AgentStatusThen[]) {
  const ends = agents.flatMap((agent) =>
    agent.status === 'processing' ? Math.ceil((agent.processing_ends_at ?? 0) / 1000) : [],
  )
  return ends.length > 0 ? { date_status_processing_expire: Math.max(...ends) } : {}
}
