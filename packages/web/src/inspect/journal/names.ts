import { z } from 'zod'
import { createStore } from 'zustand/vanilla'

const namedThing = z.object({
  kind: z.enum(['person', 'app', 'bot', 'channel']),
  name: z.string(),
  handle: z.string().optional(),
  bot: z.string().optional(),
})
const answer = z.object({ names: z.record(z.string(), namedThing) })

export type NamedThing = z.output<typeof namedThing>

/** As many ids as the server takes at once. */
const mostAtOnce = 50

/** What ids are called, by team and id. Null for what the server does not know, so that it is asked once. */
export const names = createStore<Record<string, NamedThing | null>>(() => ({}))

const wanted = new Map<string, Set<string>>()
let isAsking = false

export function nameOf(team: string | undefined, id: string): string | undefined {
  return names.getState()[`${team} ${id}`]?.name
}

/** Looks up what is not known yet, soon and together with others. */
export function wantNames(team: string | undefined, ids: readonly (string | undefined)[]): void {
  if (team === undefined) return
  for (const id of ids) {
    if (id === undefined || !/^\w{1,64}$/.test(id) || names.getState()[`${team} ${id}`] !== undefined) continue
    const ofTeam = wanted.get(team) ?? new Set()
    wanted.set(team, ofTeam.add(id))
  }
  if (wanted.size > 0 && !isAsking) {
    isAsking = true
    setTimeout(() => void ask().finally(() => (isAsking = false)), 20)
  }
}

/** After a reset or restart, ids may stand for something else. */
export function forgetNames(): void {
  names.setState({}, true)
}

async function ask(): Promise<void> {
  for (const [team, ids] of wanted) {
    const some = [...ids].slice(0, mostAtOnce)
    for (const id of some) ids.delete(id)
    if (ids.size === 0) wanted.delete(team)
    const query = new URLSearchParams([['team', team], ...some.map((id) => ['ids', id])])
    try {
      const response = await fetch(`/control/names?${query}`)
      const { names: found } = answer.parse(await response.json())
      names.setState(Object.fromEntries(some.map((id) => [`${team} ${id}`, found[id] ?? null])))
    } catch {
      // The ids stand for themselves. They are asked for again when they come again.
    }
  }
  if (wanted.size > 0) await ask()
}
