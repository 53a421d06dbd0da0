import { readManifest } from '#domain/apps/manifest'
import type { Db } from '#store/db'

/** An app installed in a team, and the events that it receives there. */
export interface Subscriber {
  appId: string
  botUser: string
  teamId: string
  /** The subscriptions of its manifest: `message.channels`. */
  events: ReadonlySet<string>
  /** The scopes that its bot tokens have in the team. */
  scopes: ReadonlySet<string>
  /** The metadata that it wants to know of. */
  metadata: readonly { app: string; type: string }[]
  usesHttp: boolean
}

/** Lists the apps of a team that events can be delivered to. */
export async function listSubscribers(db: Db, teamId: string): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .innerJoin('teams', 'teams.id', 'installations.team_id')
    .select(['apps.id', 'bot_user', 'manifest', 'events_off_at', 'teams.id as team_id', 'enterprise_id'])
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .where('teams.deleted', '=', false)
    .execute()
  const subscribed = rows.flatMap((row) => {
    const { events, socketMode, eventsUrl, metadata } = readManifest(row.manifest, row.id)
    const isReachable = socketMode || (eventsUrl !== undefined && row.events_off_at === null)
    return isReachable && events.length > 0 ? [{ ...row, events, metadata, usesHttp: !socketMode }] : []
  })
  if (subscribed.length === 0) return []
  const tokens = await listTokens(db, [...new Set(subscribed.map(({ id }) => id))])
  return subscribed.map((app) => ({
    appId: app.id,
    botUser: app.bot_user,
    teamId: app.team_id,
    events: new Set(app.events),
    metadata: app.metadata,
    usesHttp: app.usesHttp,
    scopes: new Set(tokens.flatMap((token) => (isTokenFor(token, app) ? token.scopes : []))),
  }))
}

type Token = Awaited<ReturnType<typeof listTokens>>[number]

function listTokens(db: Db, apps: readonly string[]) {
  return db
    .selectFrom('tokens')
    .select(['app_id', 'kind', 'team_id', 'enterprise_id', 'scopes', 'teams_granted'])
    .where('app_id', 'in', apps)
    .where('kind', 'in', ['bot', 'org'])
    .where('revoked', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', db.clock.now())]))
    .execute()
}

function isTokenFor(token: Token, app: { id: string; team_id: string; enterprise_id: string | null }): boolean {
  if (token.app_id !== app.id) return false
  if (token.kind === 'bot') return token.team_id === app.team_id
  if (app.enterprise_id === null || token.enterprise_id !== app.enterprise_id) return false
  return token.teams_granted === null || token.teams_granted.includes(app.team_id)
}
