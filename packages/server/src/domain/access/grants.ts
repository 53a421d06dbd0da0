import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
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

// Keyed by token. A change of a team, a user or a token may affect any grant. It is rare, so all are invalidated.
const grants = new CacheRegion<MaybePromise<Grant | undefined>>(({ kind }) =>
  kind === 'team' || kind === 'user' || kind === 'token' ? 'all' : undefined,
)

/** Finds the grant of a token. Undefined if there is no such token. */
export function findGrant(db: Db, token: string): MaybePromise<Grant | undefined> {
  if (!db.cache.isBelieved(db)) return loadGrant(db, hashToken(token))
  const known = grants.valuesIn(db)
  const grant = known.get(token)
  if (grant) return grant
  const loading = loadGrant(db, hashToken(token))
  known.set(token, loading)
  const keep = (loaded?: Grant) => {
    if (known.get(token) !== loading) return
    if (loaded) known.set(token, loaded)
    else known.delete(token)
  }
  loading.then(keep, () => keep())
  return loading
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
