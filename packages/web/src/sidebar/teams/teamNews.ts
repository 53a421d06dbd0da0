import { createStore } from 'zustand/vanilla'
import { ownerOfPage } from '#store/browser/browserStorage.ts'

/** A team that this browser is signed in to, and what is new in it. */
export type TeamNews = { team: string; name: string; user: string; unread: boolean; mentions: number }

const everyMs = 60_000

/** The teams that this browser is signed in to, this one among them; empty until the server has said. */
export const teamNews = createStore<readonly TeamNews[]>(() => [])

/** [SES-15] Asks what is new in the other teams: now, each minute, and when the page comes into sight. */
export function followTeams(): () => void {
  const ask = () => {
    if (document.visibilityState === 'visible') void refreshTeams()
  }
  ask()
  const timer = setInterval(ask, everyMs)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}

export async function refreshTeams(): Promise<void> {
  try {
    const answer = await fetch('/session/teams', { headers: { accept: 'application/json' } })
    if (!answer.ok) return
    const { teams }: { teams: TeamNews[] } = await answer.json()
    teamNews.setState(teams, true)
  } catch {
    // What was known before stays until the server answers.
  }
}

/** What is new in the teams that the page does not show. */
export function newsElsewhere(teams: readonly TeamNews[]): { unread: boolean; mentions: number } {
  const others = teams.filter(({ team }) => team !== ownerOfPage()?.team)
  return {
    unread: others.some(({ unread }) => unread),
    mentions: others.reduce((sum, { mentions }) => sum + mentions, 0),
  }
}
