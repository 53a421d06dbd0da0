import { type AgentRow, statusNow, type ThreadFacts, threadsAmong } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { ViewerThread } from './feedProtocol.ts'

/** What apps have said about these threads; `''` stands for the direct message itself. */
export async function threadViews(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs: readonly string[],
): Promise<ViewerThread[]> {
  return (await threadsAmong(db, channel, threadTs)).map(threadView)
}

function threadView({ threadTs, title, prompts, agents }: ThreadFacts): ViewerThread {
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
    agents: agents.map(agentView),
  }
}

function agentView(agent: AgentRow): ViewerThread['agents'][number] {
  const status = statusNow(agent)
  return {
    app_id: agent.app_id,
    user: agent.user_id,
    status,
    ...(status === 'processing' && agent.processing_ends_at !== null ? { ends_at: agent.processing_ends_at } : {}),
    ...(agent.username ? { username: agent.username } : {}),
    ...(agent.icon_emoji ? { icon_emoji: agent.icon_emoji } : {}),
    ...(agent.icon_url ? { icon_url: agent.icon_url } : {}),
  }
}
