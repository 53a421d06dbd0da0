import type { WorkspaceFile } from './declaration.ts'

/** The ids that a workspace file defines. */
export interface Directory {
  enterprises: ReadonlySet<string>
  teams: ReadonlySet<string>
  apps: ReadonlySet<string>
  /** The people of a team. */
  people(teamId: string): ReadonlySet<string>
  /** Who can be in a channel of these teams: people, installed apps and bot users. */
  actors(teamIds: readonly string[]): ReadonlySet<string>
}

export function directoryOf(file: WorkspaceFile): Directory {
  const people = new Map(file.teams.map((team) => [team.id, new Set(team.users.map(({ id }) => id))]))
  const actors = new Map(file.teams.map((team) => [team.id, new Set(people.get(team.id))]))
  for (const app of file.apps) {
    for (const { team } of app.installed_in) actors.get(team)?.add(app.id).add(app.bot_user)
  }
  const ofTeams = new Map<string, ReadonlySet<string>>()
  return {
    enterprises: new Set(file.enterprises.map(({ id }) => id)),
    teams: new Set(people.keys()),
    apps: new Set(file.apps.map(({ id }) => id)),
    people: (teamId) => people.get(teamId) ?? new Set(),
    // Each member of a channel asks for those of the same teams.
    actors: (teamIds) => {
      const key = teamIds.join(' ')
      let known = ofTeams.get(key)
      if (!known) ofTeams.set(key, (known = new Set(teamIds.flatMap((id) => [...(actors.get(id) ?? [])]))))
      return known
    },
  }
}
