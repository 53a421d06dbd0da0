import type { News } from '#store/news'
import type { Bus } from './bus.ts'

/** Tells followers in the same process. */
export function createInProcessBus(): Bus {
  const byTeam = new Map<string, Set<(news: News) => void>>()
  const tell = (news: News) => byTeam.get(news.team)?.forEach((listener) => listener(news))
  return {
    publish: tell,
    wake: tell,
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
