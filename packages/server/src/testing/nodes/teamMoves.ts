import { type MoveOptions, moveTeam, type Waits } from '#server/teamMove/move'
import { scoutFile } from '#testing/workspace/scout'
import { createNodes } from './nodes.ts'

const far = JSON.stringify({ version: 1, teams: [{ id: 'T0FAR', name: 'Far', domain: 'far' }], apps: [], tokens: [] })

/** Nobody reads at the old place at that moment, and no other command runs. */
export const waits: Waits = { lock: 100, believed: 0, standbys: 100, reconnect: 0 }
const scopes = ['channels:history', 'channels:read', 'chat:write', 'files:read', 'files:write']

/** The fixture with one team alone. */
function acmeFile(): string {
  const file = JSON.parse(scoutFile({ events: ['message.channels'], scopes }))
  const isAcme = (team?: string | { team: string }) => (typeof team === 'object' ? team.team : team) === 'T0ACME'
  const [acme] = file.teams.filter(({ id }: { id: string }) => isAcme(id))
  const channels = acme.channels.map((channel: object) => ({ ...channel, shared_with: [] }))
  const apps = file.apps.map((app: { installed_in: string[] }) => ({
    ...app,
    installed_in: app.installed_in.filter(isAcme),
  }))
  const tokens = file.tokens.filter(
    ({ team, kind }: { team?: string; kind: string }) => isAcme(team) || (kind === 'app' && team === undefined),
  )
  return JSON.stringify({ ...file, enterprises: [], teams: [{ ...acme, channels }], apps, tokens })
}

interface TwoDatabases {
  /** Buckets in which the servers have files. */
  fromFiles?: string
  toFiles?: string
  /** The servers of the two databases have different keys. */
  hasTwoKeys?: boolean
}

/** Two databases, with a server on each: Acme is in `from`, another team in `to`. */
export async function createTwoDatabases({ fromFiles, toFiles, hasTwoKeys = false }: TwoDatabases = {}) {
  const from = await createNodes(acmeFile(), { files: fromFiles })
  const to = await createNodes(far, { files: toFiles, ...(!hasTwoKeys && { key: from.key }) })
  const servers = { from: await from.launch(), to: await to.launch() }
  const steps: string[] = []
  return { from, to, servers, steps, move, tables }

  /** What `rivulet team move` does. */
  function move(given: Partial<MoveOptions> = {}) {
    const { signal } = new AbortController()
    const options = { team: 'T0ACME', from: from.address, to: to.address, key: from.key, undo: false, signal, waits }
    return moveTeam({ ...options, onStep: (words) => steps.push(words), ...given })
  }
  /** How many rows of Acme each table of a database has, of those that have any. */
  async function tables({ query }: typeof from): Promise<Record<string, number>> {
    const named = await query(
      `select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'team_id'`,
    )
    const counts: [string, number][] = []
    for (const { name } of named) {
      const [row] = await query(`select count(*)::int as n from ${name} where team_id = 'T0ACME'`)
      if (row?.['n'] > 0) counts.push([name, row?.['n']])
    }
    return Object.fromEntries(counts)
  }
}
