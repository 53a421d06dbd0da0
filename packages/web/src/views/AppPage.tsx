import type { ViewerUser } from 'rivulet/feedProtocol'
import { AboutApp } from './AboutApp.tsx'
import { AppHome } from './AppHome.tsx'

/** What there is of an app beside its messages. */
export function AppPage({ app, tab }: { app: ViewerUser; tab: 'home' | 'about' }) {
  return tab === 'home' ? <AppHome app={app} /> : <AboutApp app={app} />
}
