import { type AppProfile, findAppProfiles } from '#domain/apps/profiles'
import { type AgentRow, isStoppable, type ThreadDetails, listThreadDetails } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { ViewerThread } from '#feed/protocol/viewerMessages'

/** The title, suggested prompts and agents of these threads; `''` stands for the direct message itself. */
export async function findViewerThreads(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: readonly string[],
): Promise<ViewerThread[]> {
  const threads = await listThreadDetails(db, channel, threadTs)
  const apps = await findAppProfiles(
    db,
    threads.flatMap(({ agents }) => agents.map((agent) => agent.app_id)),
  )
  return threads.map((thread) => toViewerThread(thread, apps))
}

function toViewerThread(
  { threadTs, title, prompts, agents }: ThreadDetails,
  apps: Map<string, AppProfile>,
): ViewerThread {
  return {
    thread_ts: threadTs,
    ...(title === undefined ? {} : { title }),
    ...(prompts
      ? {
          suggestions: {
            ...(prompts.title === undefined ? {} : { title: prompts.title }),
            app_id: prompts.appId,
            prompts: [...prompts.prompts],
          },
        }
      : {}),
    agents: agents.map((agent) => toViewerAgent(agent, apps.get(agent.app_id))),
  }
}

function toViewerAgent(agent: AgentRow, app: AppProfile | undefined): ViewerThread['agents'][number] {
  const { status } = agent
  return {
    app_id: agent.app_id,
    user: agent.user_id,
    status,
    ...(status === 'processing' && agent.processing_ends_at !== null ? { ends_at: agent.processing_ends_at } : {}),
    ...(isStoppable(agent, app) ? { stoppable: true } : {}),
    ...(agent.username ? { username: agent.username } : {}),
    ...(agent.icon_emoji ? { icon_emoji: agent.icon_emoji } : {}),
    ...(agent.icon_url ? { icon_url: agent.icon_url } : {}),
  }
}
