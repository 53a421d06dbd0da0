import type { Selectable } from 'kysely'
import type { Tables } from './tables/tables.ts'
import type { LogEntry } from './unitOfWork.ts'

/** The columns of a log entry that readers need. The others are for writers, and for events of apps. */
export const followedColumns = ['seq', 'kind', 'team_id', 'channel_id', 'ts', 'subject', 'n', 'body'] as const

/** A log entry, as readers know it. */
export type FollowedEntry = Pick<Selectable<Tables['log']>, (typeof followedColumns)[number]>

/** Says that something was logged of a team. Entries are committed before anybody says so. */
export interface News {
  team: string
  /** The log of the team goes at least up to this number. */
  last: number
  /** All entries of the team after the number `after`, up to `last`, if they go along. Otherwise they are in the log. */
  logged?: { after: number; entries: readonly FollowedEntry[] }
  /** The log has gone back: the database has lost what some may have seen. Numbers after `last` are given again. */
  isAnew?: true
}

/**
 * The news of entries that were committed together. `after`: the number of the entry of the team before them;
 * `numberOf`: the number of the entry with this position, the `nth` of its team.
 */
export function newsOf(
  entries: readonly LogEntry[],
  after: (team: string) => number,
  numberOf: (position: number, team: string, nth: number) => number,
): News[] {
  const byTeam = new Map<string, FollowedEntry[]>()
  for (const [position, entry] of entries.entries()) {
    const { team_id, kind, channel_id = null, ts = null, subject = null, n = null, body = null } = entry
    let ofTeam = byTeam.get(team_id)
    if (!ofTeam) byTeam.set(team_id, (ofTeam = []))
    const seq = numberOf(position, team_id, ofTeam.length + 1)
    ofTeam.push({ seq, kind, team_id, channel_id, ts, subject, n, body })
  }
  return [...byTeam].map(([team, ofTeam]) => {
    const before = after(team)
    return { team, last: ofTeam.at(-1)?.seq ?? before, logged: { after: before, entries: ofTeam } }
  })
}
