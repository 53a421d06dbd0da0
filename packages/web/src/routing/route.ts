import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * What the page shows, as its address says: `/c/<channel>` or `/c/<channel>/t/<thread ts>`. A permalink,
 * `/archives/<channel>/p<ts>`, names a `message` to scroll to. A direct message with an app also has tabs, such as
 * `/c/<channel>/home`. `/c/<channel>/2026-11-23` opens at what was sent from that `date` on.
 * `/c/<channel>/beside/<direct message>` shows an agent beside the channel, and with `/t/<thread ts>` one conversation with it.
 * `/activity` has what concerns the person, and `/agents` what agents do.
 */
export type Route = {
  channel?: string
  thread?: string
  message?: string
  date?: string
  /** The direct message with the agent that is shown beside the channel, and the thread of the conversation. */
  beside?: string
  besideThread?: string
  tab?: AppRouteTab
  activity?: ActivityKind
  agents?: true
}
export type AppRouteTab = 'home' | 'history' | 'about'
export type ActivityKind = (typeof activityKinds)[number]
const activityKinds = ['all', 'mentions', 'threads', 'reactions'] as const

export const route = createStore<Route>(() => (globalThis.location ? parseRoute(addressOf(location)) : {}))

export function useRoute(): Route {
  return useStore(route)
}

export function toPath(to: Route): string {
  if (to.activity) return to.activity === 'all' ? '/activity' : `/activity/${to.activity}`
  if (to.agents) return '/agents'
  if (!to.channel) return '/'
  if (to.message) {
    const path = `/archives/${to.channel}/p${to.message.replace('.', '')}`
    return to.thread ? `${path}?thread_ts=${to.thread}&cid=${to.channel}` : path
  }
  if (to.beside) return `/c/${to.channel}/beside/${to.beside}${to.besideThread ? `/t/${to.besideThread}` : ''}`
  if (to.tab ?? to.date) return `/c/${to.channel}/${to.tab ?? to.date}`
  return to.thread ? `/c/${to.channel}/t/${to.thread}` : `/c/${to.channel}`
}

/** Parses a path with its query; `{}` for any other address. */
export function parseRoute(address: string): Route {
  const [path = '', query = ''] = address.split('?', 2)
  const [, archive, seconds, rest] = /^\/archives\/([A-Z0-9]{1,64})\/p(\d{10})(\d{6})\/?$/.exec(path) ?? []
  if (archive) {
    const root = new URLSearchParams(query).get('thread_ts')
    const inThread = root && /^\d{10}\.\d{6}$/.test(root)
    return { channel: archive, ...(inThread ? { thread: root } : {}), message: `${seconds}.${rest}` }
  }
  const [, activity, kind] = /^\/(activity)(?:\/(mentions|threads|reactions))?\/?$/.exec(path) ?? []
  if (activity) return { activity: activityKinds.find((one) => one === kind) ?? 'all' }
  if (/^\/agents\/?$/.test(path)) return { agents: true }
  const [, main, beside, conversation] =
    /^\/c\/([A-Z0-9]{1,64})\/beside\/([A-Z0-9]{1,64})(?:\/t\/(\d{10}\.\d{6}))?\/?$/.exec(path) ?? []
  if (main && main === beside) return { channel: main }
  if (main && beside) return { channel: main, beside, ...(conversation ? { besideThread: conversation } : {}) }
  const [, channel, thread, tab, date] =
    /^\/c\/([A-Z0-9]{1,64})(?:\/t\/(\d{10}\.\d{6})|\/(home|history|about)|\/(\d{4}-\d\d-\d\d))?\/?$/.exec(path) ?? []
  if (!channel || (date && Number.isNaN(Date.parse(date)))) return {}
  if (date) return { channel, date }
  return { channel, ...(thread ? { thread } : {}), ...(isTab(tab) ? { tab } : {}) }
}

function isTab(tab: string | undefined): tab is AppRouteTab {
  return tab === 'home' || tab === 'history' || tab === 'about'
}

/** Whether the address of the page leads nowhere, and is not that of the start. */
export function isUnknownAddress(to: Route): boolean {
  return !to.channel && !to.activity && !to.agents && location.pathname !== '/'
}

/** [AGT-4] An agent beside a channel stays when another channel is opened, if there is room for both. */
export function navigate(to: Route, how: 'push' | 'replace' = 'push'): void {
  const { beside, besideThread } = route.getState()
  const isPlain = to.channel !== undefined && to.channel !== beside && Object.keys(to).length === 1
  const stays = isPlain && beside !== undefined && matchMedia('(min-width: 1100px)').matches
  go(stays ? { ...to, beside, ...(besideThread ? { besideThread } : {}) } : to, how)
}

/** Takes the agent beside the channel away. */
export function closeBeside(): void {
  const { channel } = route.getState()
  if (channel) go({ channel }, 'push')
}

function go(to: Route, how: 'push' | 'replace'): void {
  const path = toPath(to)
  if (path === addressOf(location)) return
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
  route.setState(parseRoute(path), true)
}

/** Navigates to a channel and puts the focus into its composer. */
export function openChannel(channel: string): void {
  navigate({ channel })
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="main"] [data-composing]')?.focus())
}

/** Updates the route when the person uses the browser's Back and Forward. */
export function followBrowserHistory(): void {
  addEventListener('popstate', () => route.setState(parseRoute(addressOf(location)), true))
}

function addressOf({ pathname, search }: Location): string {
  return pathname + search
}
