import type { Db } from '#store/db'
import { CacheRegion, type LoggedChange } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'
import type { Caller, CallingApp, CallingTeam } from './caller.ts'
import { toCallingApp } from '#domain/apps/profiles'
import { hashToken } from '#domain/ids'
import { loadTeam } from './teams.ts'

/** A token with everything that decides what it may do. */
export interface Grant {
  caller: Caller
  team: CallingTeam | undefined
  expiresAt: number | undefined
  revoked: boolean
  /** The token's person or bot user is deleted, or was never there. */
  ownerGone: boolean
  /** The app was removed, or is not installed in the team any more. */
  appGone: boolean
  /** Addresses (CIDR) the app may be called from; undefined: any. */
  allowedIps: readonly string[] | undefined
  /** Of the token's person, or of the installer of a bot. Undefined if no installer is known. */
  twoFactor: boolean | undefined
}

interface KnownGrant {
  grant: MaybePromise<Grant | undefined>
  /** The team whose changes may affect it. Empty: those of any team may. */
  team: string
  /** What `stateOf` was for this team. If it is another now, something has changed. */
  state: object
}

// Keyed by token.
const grants = new CacheRegion<KnownGrant>(() => undefined)
// A change of a user or a token may affect any grant of its team, and any that is of no single team: of an enterprise, of an
// app, or not loaded yet. It drops states alone, because there may be very many grants. A change of a team clears the cache.
const statesOfTeams = new CacheRegion<object>((entry) => (affectsGrants(entry) ? entry.team_id : undefined))
const stateOfAll = new CacheRegion<object>((entry) => (affectsGrants(entry) ? 'all' : undefined))

function affectsGrants({ kind }: LoggedChange): boolean {
  return kind === 'user' || kind === 'token'
}

/** An object that is replaced with each change that may affect the grants of a team; without one, those of no single team. */
function stateOf(db: Db, team: string): object {
  const states = (team === '' ? stateOfAll : statesOfTeams).valuesIn(db)
  const known = states.get(team)
  if (known) return known
  const state = {}
  states.set(team, state)
  return state
}

/** Finds the grant of a token. Undefined if there is no such token. */
export function findGrant(db: Db, token: string): MaybePromise<Grant | undefined> {
  if (!db.cache.isBelieved(db)) return loadGrant(db, hashToken(token))
  const known = grants.valuesIn(db)
  const found = known.get(token)
  if (found && found.state === stateOf(db, found.team)) return found.grant
  const grant = loadGrant(db, hashToken(token))
  const loading = { grant, team: '', state: stateOf(db, '') }
  known.set(token, loading)
  const keep = (loaded?: Grant) => {
    if (known.get(token) !== loading) return
    const isFresh = loading.state === stateOf(db, '')
    if (loaded && isFresh) known.set(token, { grant: loaded, ...dependence(db, loaded) })
    else known.delete(token)
  }
  grant.then(keep, () => keep())
  return grant
}

function dependence(db: Db, { caller: { teamId: team } }: Grant): Pick<KnownGrant, 'team' | 'state'> {
  return { team, state: stateOf(db, team) }
}

/**
 * Finds a grant of an author without a call: a token of the app, and for `user` of the person, that was not revoked. Tokens
 * that expire are renewed by their app, so an expired one counts.
 */
export async function findAuthorGrant(
  db: Db,
  author: { kind: 'bot' | 'user' | 'org'; teamId: string; userId: string; appId: string | null },
): Promise<Grant | undefined> {
  let query = db
    .selectFrom('tokens')
    .select('hash')
    .where('kind', '=', author.kind)
    .where('app_id', author.appId === null ? 'is' : '=', author.appId)
    .where('revoked', '=', false)
  if (author.kind !== 'org') query = query.where('team_id', '=', author.teamId)
  if (author.kind === 'user') query = query.where('user_id', '=', author.userId)
  const rows = await query.orderBy('hash').execute()
  const grants = await Promise.all(rows.map(({ hash }) => loadGrant(db, hash)))
  return grants.find((grant) => grant?.caller.scopes.includes('chat:write')) ?? grants[0]
}

async function loadGrant(db: Db, hash: string): Promise<Grant | undefined> {
  const token = await db.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!token) return undefined
  const app = token.app_id ? await loadApp(db, token.app_id, token.team_id) : undefined
  const team = token.team_id ? await loadTeam(db, token.team_id) : undefined
  const ownerId = token.kind === 'user' ? token.user_id : (app?.calling.botUser ?? token.user_id)
  const owner = token.team_id && ownerId ? await loadOwner(db, token.team_id, ownerId) : undefined
  const installer =
    token.kind === 'bot' && token.team_id && app?.installedBy
      ? await loadOwner(db, token.team_id, app.installedBy)
      : undefined
  return {
    caller: {
      kind: token.kind,
      teamId: token.team_id ?? '',
      userId: ownerId ?? '',
      app: app?.calling,
      scopes: token.scopes,
      enterpriseId: token.enterprise_id ?? team?.enterpriseId,
      teamsGranted: token.teams_granted ?? undefined,
      tokenHash: hash,
      ...(token.execution_id === null ? {} : { executionId: token.execution_id }),
    },
    team,
    expiresAt: token.expires_at ?? undefined,
    revoked: token.revoked,
    ownerGone: (token.kind === 'bot' || token.kind === 'user') && (!owner || owner.deleted),
    appGone: token.app_id !== null && (!app || app.removed || (token.team_id !== null && !app.installed)),
    allowedIps: app?.allowedIps,
    twoFactor: token.kind === 'user' ? owner?.two_factor : installer?.two_factor,
  }
}

interface FoundApp {
  calling: CallingApp
  removed: boolean
  installed: boolean
  installedBy: string | undefined
  allowedIps: readonly string[] | undefined
}

async function loadApp(db: Db, id: string, teamId: string | null): Promise<FoundApp | undefined> {
  const row = await db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const installation = await db
    .selectFrom('installations')
    .select('installed_by')
    .where('app_id', '=', id)
    .where('team_id', '=', teamId ?? '')
    .executeTakeFirst()
  return {
    calling: toCallingApp(row),
    removed: row.removed,
    installed: installation !== undefined,
    installedBy: installation?.installed_by ?? undefined,
    allowedIps: row.allowed_ips ?? undefined,
  }
}

function loadOwner(db: Db, teamId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'deleted', 'two_factor', 'admin'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
}
