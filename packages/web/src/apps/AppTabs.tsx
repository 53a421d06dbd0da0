import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
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

type Props = { app: ViewerUser; channel: ViewerChannel; current: AppTab }

/** Links to the tabs of an app, with a mark at messages that are not on the page. `current` is the tab that is shown. */
export function AppTabs({ app, channel, current }: Props) {
  return (
    <nav className={styles['tabs']} aria-label={`About ${app.label}`} data-testid="app-tabs">
      {listTabs(app).map((tab) => {
        const route = tab === 'messages' ? { channel: channel.id } : { channel: channel.id, tab }
        const isUnread = tab === 'messages' && tab !== current && channel.unread.length > 0
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
            {isUnread && (
              <span className={styles['unread']} data-testid="unread-tab">
                <span className="visually-hidden">, unread</span>
              </span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
