import type { ViewerStatus, ViewerThread, ViewerUser } from 'rivulet/feedProtocol'
import type { ChannelContent } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

type Agent = ViewerThread['agents'][number]

/** The status of a thread by an app. `stoppable`: the Stop button ends what the app is doing. */
export type ThreadStatus = ViewerStatus & { stoppable?: boolean }

/** Lists the statuses of a channel's threads: those that apps set, and one for each agent that works without a status. */
export function listStatuses(content: ChannelContent, users: Readonly<Record<string, ViewerUser>>): ThreadStatus[] {
  const statuses = Object.values(content.statuses).map((status) => ({ ...status, ...stoppableOf(content, status) }))
  const streaming = Object.values(content.messages).filter((message) => message.streaming_state === 'in_progress')
  const working = Object.values(content.threadInfo).flatMap((thread) =>
    thread.agents
      .filter((agent) => {
        const isOfAgent = (other: { thread_ts?: string; app_id?: string }) =>
          other.thread_ts === thread.thread_ts && other.app_id === agent.app_id
        return agent.status === 'processing' && !statuses.some(isOfAgent) && !streaming.some(isOfAgent)
      })
      .map((agent) => workingStatus(thread.thread_ts, agent, users)),
  )
  return [...statuses, ...working]
}

function stoppableOf({ threadInfo }: ChannelContent, { thread_ts: threadTs, app_id: appId }: ViewerStatus) {
  const agent = threadInfo[threadTs]?.agents.find((other) => other.app_id === appId)
  return agent?.stoppable ? { stoppable: true } : {}
}

/** Labels a session that waits for a person or is closed. One that is at work has a status instead. */
export function sessionLabel(agents: readonly Agent[]): 'Waiting' | 'Closed' | undefined {
  if (agents.length === 0 || agents.some(({ status }) => status === 'processing')) return undefined
  if (agents.some(({ status }) => status === 'suspended')) return 'Waiting'
  return agents.every(({ status }) => status === 'closed') ? 'Closed' : undefined
}

function workingStatus(threadTs: string, agent: Agent, users: Readonly<Record<string, ViewerUser>>): ThreadStatus {
  const { app_id, user, icon_emoji, icon_url } = agent
  const name = agent.username ?? users[user]?.label ?? t('App')
  return {
    thread_ts: threadTs,
    app_id,
    user,
    text: t('{name} is working…', { name }),
    loading_messages: [],
    ...(icon_emoji ? { icon_emoji } : {}),
    ...(icon_url ? { icon_url } : {}),
    ends_at: agent.ends_at ?? 0,
    ...(agent.stoppable ? { stoppable: true } : {}),
  }
}
