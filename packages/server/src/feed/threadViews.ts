import { type AppProfile, appProfiles } from '#domain/apps/profiles'
import { type AgentRow, isStoppable, statusNow, type ThreadFacts, threadsAmong } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { ViewerThread } from './protocol.ts'

/** What apps have said about these threads; `''` stands for the direct message itself. */
export async function threadViews(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: readonly string[],
): Promise<ViewerThread[]> {
  const threads = await threadsAmong(db, channel, threadTs)
  const apps = await appProfiles(
    db,
    threads.flatMap(({ agents }) => agents.map((agent) => agent.app_id)),
  )
  return threads.map((thread) => threadView(thread, apps))
}

function threadView({ threadTs, title, prompts, agents }: ThreadFacts, apps: Map<string, AppProfile>): ViewerThread {
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
    agents: agents.map((agent) => agentView(agent, apps.get(agent.app_id))),
  }
}

function agentView(agent: AgentRow, app: AppProfile | undefined): ViewerThread['agents'][number] {
  const status = statusNow(agent)
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
