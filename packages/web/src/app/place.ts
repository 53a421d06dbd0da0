import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * Where the viewer is. The address carries it: `/c/<channel>` and `/c/<channel>/t/<thread ts>`; a permalink,
 * `/archives/<channel>/p<ts>`, names a `message` to be shown there. Of a direct message with an app, `/c/<channel>/home`
 * and `/c/<channel>/about` are what else it shows.
 */
export type Place = { channel?: string; thread?: string; message?: string; tab?: 'home' | 'about' }

export const place = createStore<Place>(() => (globalThis.location ? placeOf(addressOf(location)) : {}))

export function usePlace(): Place {
  return useStore(place)
}

export function pathOf(to: Place): string {
  if (!to.channel) return '/'
  if (to.message) {
    const path = `/archives/${to.channel}/p${to.message.replace('.', '')}`
    return to.thread ? `${path}?thread_ts=${to.thread}&cid=${to.channel}` : path
  }
  if (to.tab) return `/c/${to.channel}/${to.tab}`
  return to.thread ? `/c/${to.channel}/t/${to.thread}` : `/c/${to.channel}`
}

/** The place of a path with its query. */
export function placeOf(address: string): Place {
  const [path = '', query = ''] = address.split('?', 2)
  const [, archive, seconds, rest] = /^\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})\/?$/.exec(path) ?? []
  if (archive) {
    const root = new URLSearchParams(query).get('thread_ts')
    const inThread = root && /^\d+\.\d+$/.test(root)
    return { channel: archive, ...(inThread ? { thread: root } : {}), message: `${seconds}.${rest}` }
  }
  const [, channel, thread, tab] = /^\/c\/([A-Z0-9]+)(?:\/t\/(\d+\.\d+)|\/(home|about))?\/?$/.exec(path) ?? []
  if (!channel) return {}
  return { channel, ...(thread ? { thread } : {}), ...(tab === 'home' || tab === 'about' ? { tab } : {}) }
}

export function goTo(to: Place, how: 'push' | 'replace' = 'push'): void {
  const path = pathOf(to)
  if (path === addressOf(location)) return
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
  place.setState(placeOf(path), true)
}

/** Goes to a conversation to write there. */
export function arrive(channel: string): void {
  goTo({ channel })
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="main"] textarea')?.focus())
}

export function followHistory(): void {
  addEventListener('popstate', () => place.setState(placeOf(addressOf(location)), true))
}

function addressOf({ pathname, search }: Location): string {
  return pathname + search
}
