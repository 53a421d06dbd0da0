import type { ViewerChannel } from 'rivulet/feedProtocol'
import { directPartnerOf } from '#names/channelTitle.ts'
import { workspace, type Workspace } from '#store/workspace/workspace.ts'
import { navigate, openChannel, type Route } from './route.ts'

/** [ACT-33] Where a conversation opens: an app that nobody can write to on its Home, unless it wrote something new. */
export function landingOf(channel: ViewerChannel, state: Pick<Workspace, 'users' | 'you'>): Route {
  const app = directPartnerOf(channel, state)
  const opensHome = app?.home && app.messages === 'read_only' && channel.unread.length === 0
  return { channel: channel.id, ...(opensHome ? { tab: 'home' } : {}) }
}

/** Opens a channel or a direct message where it opens by itself. */
export function openLanding(id: string): void {
  const state = workspace.getState()
  const channel = state.channels[id]
  const landing = channel && landingOf(channel, state)
  if (landing?.tab) navigate(landing)
  else openChannel(id)
}
