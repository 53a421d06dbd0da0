import type { ViewerUser } from 'rivulet/feedProtocol'
import { canConverse } from '#conversations/conversations.ts'
import { directPartnerOf } from '#names/channelTitle.ts'
import { openLanding } from '#routing/landing.ts'
import { navigate, route } from '#routing/route.ts'
import { request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'

/** Whether people can hold conversations with this app, and another channel is shown that it can be beside. */
export function mayOpenBeside(app: ViewerUser): boolean {
  const state = workspace.getState()
  const shown = state.channels[route.getState().channel ?? '']
  return canConverse(app) && shown !== undefined && directPartnerOf(shown, state)?.id !== app.id
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
