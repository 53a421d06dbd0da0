import type { ViewerUser } from 'rivulet/feedProtocol'
import { goTo, pathOf } from '#app/place.ts'
import styles from './AppTabs.module.css'

export type Tab = 'home' | 'messages' | 'about'
const titles = { home: 'Home', messages: 'Messages', about: 'About' } as const

/** What there is of an app, in the order in which it is shown. */
export function tabsOf(app: ViewerUser): Tab[] {
  return [...(app.home ? (['home'] as const) : []), ...(app.messages === 'off' ? [] : (['messages'] as const)), 'about']
}

/** Which of them is meant by an address. */
export function tabAt(app: ViewerUser, wanted: 'home' | 'about' | undefined): Tab {
  const tabs = tabsOf(app)
  const tab = wanted ?? 'messages'
  return tabs.includes(tab) ? tab : (tabs[0] ?? 'about')
}

/** Links from one side of an app to another. */
export function AppTabs({ app, channel, at }: { app: ViewerUser; channel: string; at: Tab }) {
  return (
    <nav className={styles['tabs']} aria-label={`About ${app.label}`} data-testid="app-tabs">
      {tabsOf(app).map((tab) => {
        const to = tab === 'messages' ? { channel } : { channel, tab }
        return (
          <a
            key={tab}
            className={styles['tab']}
            href={pathOf(to)}
            aria-current={tab === at ? 'page' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              goTo(to)
            }}
          >
            {titles[tab]}
          </a>
        )
      })}
    </nav>
  )
}
