import type { ViewerUser } from 'rivulet/feedProtocol'
import { navigate, toPath } from '#routing/route.ts'
import styles from './AppTabs.module.css'

export type AppTab = 'home' | 'messages' | 'about'
const titles = { home: 'Home', messages: 'Messages', about: 'About' } as const

/** The tabs of an app, in the order in which they are shown. */
export function listTabs(app: ViewerUser): AppTab[] {
  return [...(app.home ? (['home'] as const) : []), ...(app.messages === 'off' ? [] : (['messages'] as const)), 'about']
}

/** The tab that a route asks for, else the first one that the app has. */
export function chooseTab(app: ViewerUser, wanted: 'home' | 'about' | undefined): AppTab {
  const tabs = listTabs(app)
  const tab = wanted ?? 'messages'
  return tabs.includes(tab) ? tab : (tabs[0] ?? 'about')
}

/** Links to the tabs of an app. `current` is the tab that is shown. */
export function AppTabs({ app, channel, current }: { app: ViewerUser; channel: string; current: AppTab }) {
  return (
    <nav className={styles['tabs']} aria-label={`About ${app.label}`} data-testid="app-tabs">
      {listTabs(app).map((tab) => {
        const route = tab === 'messages' ? { channel } : { channel, tab }
        return (
          <a
            key={tab}
            className={styles['tab']}
            href={toPath(route)}
            aria-current={tab === current ? 'page' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              navigate(route)
            }}
          >
            {titles[tab]}
          </a>
        )
      })}
    </nav>
  )
}
