import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Where the viewer is. The address carries it: `/c/<channel>` and `/c/<channel>/t/<thread ts>`. */
export type Place = { channel?: string; thread?: string }

export const place = createStore<Place>(() => placeOf(globalThis.location?.pathname ?? '/'))

export function usePlace(): Place {
  return useStore(place)
}

export function pathOf(to: Place): string {
  if (!to.channel) return '/'
  return to.thread ? `/c/${to.channel}/t/${to.thread}` : `/c/${to.channel}`
}

export function placeOf(path: string): Place {
  const [, channel, thread] = /^\/c\/([A-Z0-9]+)(?:\/t\/(\d+\.\d+))?\/?$/.exec(path) ?? []
  return channel ? { channel, ...(thread ? { thread } : {}) } : {}
}

export function goTo(to: Place, how: 'push' | 'replace' = 'push'): void {
  const path = pathOf(to)
  if (path === location.pathname) return
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
  addEventListener('popstate', () => place.setState(placeOf(location.pathname), true))
}
