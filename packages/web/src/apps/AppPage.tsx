import type { ViewerUser } from 'rivulet/feedProtocol'
import { AboutApp } from './AboutApp.tsx'
import { AppHome } from './AppHome.tsx'

/** The Home or About tab of an app. */
export function AppPage({ app, tab }: { app: ViewerUser; tab: 'home' | 'about' }) {
  return tab === 'home' ? <AppHome app={app} /> : <AboutApp app={app} />
}
