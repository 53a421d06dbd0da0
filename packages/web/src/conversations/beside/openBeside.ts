import type { ViewerUser } from 'rivulet/feedProtocol'
import { canConverse } from '#conversations/conversations.ts'
import { directPartnerOf } from '#names/channelTitle.ts'
import { closeThread } from '#routing/closeThread.ts'
import { openLanding } from '#routing/landing.ts'
import { navigate, route } from '#routing/route.ts'
import { orTell } from '#sidebar/rows/sidebarError.ts'
import { request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'

/** Whether people can hold conversations with this app, and another channel is shown that it can be beside. */
export function mayOpenBeside(app: ViewerUser): boolean {
  const state = workspace.getState()
  const shown = state.channels[route.getState().channel ?? '']
  return canConverse(app) && shown !== undefined && directPartnerOf(shown, state)?.id !== app.id
}

/** Those who can be opened beside the channel that is shown. */
export function listAgentsForBeside(): ViewerUser[] {
  return Object.values(workspace.getState().users).filter(mayOpenBeside)
}

/** [AGT-4] Closes the agent beside the channel; if there is none, opens the one of the newest conversation. */
export function toggleBeside(): boolean {
  const { beside } = route.getState()
  if (beside) {
    closeThread()
    return true
  }
  const agent = findNextBeside()
  if (!agent) return false
  orTell(openBeside(agent.id))
  return true
}

/** [AGT-4] The agent that the key opens: that of the newest conversation, or else the first. */
function findNextBeside(): ViewerUser | undefined {
  const { channels, you, users } = workspace.getState()
  const direct = Object.values(channels)
    .filter(({ kind, latest }) => kind === 'im' && latest !== null)
    .toSorted((a, b) => ((a.latest ?? '') < (b.latest ?? '') ? 1 : -1))
    .map((channel) => directPartnerOf(channel, { users, you }))
  return direct.find((user) => user && mayOpenBeside(user)) ?? listAgentsForBeside()[0]
}

/** Whether the key opens this agent now. */
export function isNextBeside(app: string): boolean {
  return !route.getState().beside && findNextBeside()?.id === app
}

/** [AGT-4] Shows an agent beside the channel that is shown. Returns what went wrong, if anything. */
export async function openBeside(app: string): Promise<string | undefined> {
  const result = await request({ type: 'direct', users: [app] }, 'opened')
  if (!result.ok) return result.detail
  const { channel: beside } = result.answer
  const { channel } = route.getState()
  if (channel === undefined || channel === beside) openLanding(beside)
  else navigate({ channel, beside })
  return undefined
}
