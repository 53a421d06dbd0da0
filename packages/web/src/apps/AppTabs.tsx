import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { navigate, toPath, type AppRouteTab } from '#routing/route.ts'
import { t } from '#words/t.ts'
import styles from './AppTabs.module.css'

export type AppTab = AppRouteTab | 'messages'
const titles = { home: t('Home'), messages: t('Messages'), history: t('History'), about: t('About') } as const

const tabs = ['home', 'messages', 'history', 'about'] as const

/** The tabs of an app, in the order in which they are shown. */
export function listTabs(app: ViewerUser): AppTab[] {
  const has = { home: app.home, messages: app.messages !== 'off', history: app.converses ?? app.agent, about: true }
  return tabs.filter((tab) => has[tab])
}

/** The tab that a route asks for, else the first one that the app has. */
export function chooseTab(app: ViewerUser, wanted: AppRouteTab | undefined): AppTab {
  const own = listTabs(app)
  const tab = wanted ?? 'messages'
  return own.includes(tab) ? tab : (own[0] ?? 'about')
}

type Props = { app: ViewerUser; channel: ViewerChannel; current: AppTab }

/** Links to the tabs of an app, with a mark at messages that are not on the page. `current` is the tab that is shown. */
export function AppTabs({ app, channel, current }: Props) {
  return (
    <nav className={styles['tabs']} aria-label={t('About {name}', { name: app.label })} data-testid="app-tabs">
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
                <span className="visually-hidden">{t(', unread')}</span>
              </span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
