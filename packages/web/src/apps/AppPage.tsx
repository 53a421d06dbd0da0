import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { ConversationHistory } from '#conversations/history/ConversationHistory.tsx'
import type { AppRouteTab } from '#routing/route.ts'
import { AboutApp } from './AboutApp.tsx'
import { AppHome } from './AppHome.tsx'

/** A tab of an app, other than that of its messages. */
export function AppPage({ app, channel, tab }: { app: ViewerUser; channel: ViewerChannel; tab: AppRouteTab }) {
  if (tab === 'history') return <ConversationHistory key={channel.id} app={app} channel={channel} />
  return tab === 'home' ? <AppHome app={app} /> : <AboutApp app={app} />
}
