import { now } from '#domain/clock'
import { manifestFacts } from '#domain/apps/manifest'
import type { Db } from '#store/db'

/** An app in a team, and what it is to be told of there. */
export interface Listener {
  appId: string
  botUser: string
  teamId: string
  /** What its manifest subscribes to, by the manifest's names: `message.channels`. */
  events: ReadonlySet<string>
  /** What its bot tokens were granted in the team. */
  scopes: ReadonlySet<string>
  overHttp: boolean
}

/** The apps that are told of events, once for each team that they are installed in. */
export async function listenersIn(db: Db): Promise<Listener[]> {
  const rows = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .innerJoin('teams', 'teams.id', 'installations.team_id')
    .select(['apps.id', 'bot_user', 'manifest', 'events_off_at', 'teams.id as team_id', 'enterprise_id'])
    .where('removed', '=', false)
    .where('teams.deleted', '=', false)
    .execute()
  const listening = rows.flatMap((row) => {
    const { events, socketMode, eventsUrl } = manifestFacts(row.manifest, row.id)
    const reached = socketMode || (eventsUrl !== undefined && row.events_off_at === null)
    return reached && events.length > 0 ? [{ ...row, events, overHttp: !socketMode }] : []
  })
  if (listening.length === 0) return []
  const tokens = await grantedTo(db, [...new Set(listening.map(({ id }) => id))])
  return listening.map((app) => ({
    appId: app.id,
    botUser: app.bot_user,
    teamId: app.team_id,
    events: new Set(app.events),
    overHttp: app.overHttp,
    scopes: new Set(tokens.flatMap((token) => (isFor(token, app) ? token.scopes : []))),
  }))
}

type Token = Awaited<ReturnType<typeof grantedTo>>[number]

function grantedTo(db: Db, apps: readonly string[]) {
  return db
    .selectFrom('tokens')
    .select(['app_id', 'kind', 'team_id', 'enterprise_id', 'scopes', 'teams_granted'])
    .where('app_id', 'in', apps)
    .where('kind', 'in', ['bot', 'org'])
    .where('revoked', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now())]))
    .execute()
}

function isFor(token: Token, app: { id: string; team_id: string; enterprise_id: string | null }): boolean {
  if (token.app_id !== app.id) return false
  if (token.kind === 'bot') return token.team_id === app.team_id
  if (app.enterprise_id === null || token.enterprise_id !== app.enterprise_id) return false
  return token.teams_granted === null || token.teams_granted.includes(app.team_id)
}
