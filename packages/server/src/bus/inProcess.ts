import type { News } from '#store/news'
import type { Bus, NewsListener } from './bus.ts'

/** Tells followers in the same process. `hear`: tells them what a message from another process says. */
export function createInProcessBus(): Bus & { hear: (news: News) => void } {
  const byTeam = new Map<string, Set<NewsListener>>()
  const tell = (news: News, isHearsay: boolean) =>
    byTeam.get(news.team)?.forEach((listener) => listener(news, isHearsay))
  return {
    publish: (news) => tell(news, false),
    wake: (news) => tell(news, false),
    hear: (news) => tell(news, true),
    follow(team, listener) {
      const followers = byTeam.get(team) ?? new Set()
      byTeam.set(team, followers.add(listener))
      return () => {
        followers.delete(listener)
        if (followers.size === 0 && byTeam.get(team) === followers) byTeam.delete(team)
      }
    },
  }
}
