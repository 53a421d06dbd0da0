import type { ViewerStatus, ViewerThread, ViewerUser } from 'rivulet/feedProtocol'
import type { Conversation } from '#store/workspace.ts'

type Agent = ViewerThread['agents'][number]

/** What an app is at. `stoppable`: Stop ends that. */
export type Line = ViewerStatus & { stoppable?: boolean }

/** The lines that tell what apps are at: their statuses, and agents at work that have not said more than that. */
export function linesOf(known: Conversation, users: Readonly<Record<string, ViewerUser>>): Line[] {
  const statuses = Object.values(known.statuses).map((status) => ({ ...status, ...stoppableOf(known, status) }))
  const growing = Object.values(known.messages).filter((message) => message.streaming_state === 'in_progress')
  const working = Object.values(known.about).flatMap((thread) =>
    thread.agents
      .filter((agent) => {
        const here = (one: { thread_ts?: string; app_id?: string }) =>
          one.thread_ts === thread.thread_ts && one.app_id === agent.app_id
        return agent.status === 'processing' && !statuses.some(here) && !growing.some(here)
      })
      .map((agent) => lineOf(thread.thread_ts, agent, users)),
  )
  return [...statuses, ...working]
}

function stoppableOf({ about }: Conversation, { thread_ts: threadTs, app_id: appId }: ViewerStatus) {
  const agent = about[threadTs]?.agents.find((one) => one.app_id === appId)
  return agent?.stoppable ? { stoppable: true } : {}
}

/** A word for a session that goes on only when somebody does something; at work its line says so. */
export function stateOf(agents: readonly Agent[]): 'Waiting' | 'Closed' | undefined {
  if (agents.length === 0 || agents.some(({ status }) => status === 'processing')) return undefined
  if (agents.some(({ status }) => status === 'suspended')) return 'Waiting'
  return agents.every(({ status }) => status === 'closed') ? 'Closed' : undefined
}

function lineOf(threadTs: string, agent: Agent, users: Readonly<Record<string, ViewerUser>>): Line {
  const { app_id, user, icon_emoji, icon_url } = agent
  const name = agent.username ?? users[user]?.label ?? 'App'
  return {
    thread_ts: threadTs,
    app_id,
    user,
    text: `${name} is working…`,
    loading_messages: [],
    ...(icon_emoji ? { icon_emoji } : {}),
    ...(icon_url ? { icon_url } : {}),
    ends_at: agent.ends_at ?? 0,
    ...(agent.stoppable ? { stoppable: true } : {}),
  }
}
