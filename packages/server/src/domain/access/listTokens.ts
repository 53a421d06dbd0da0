import { readManifest } from '#domain/apps/manifest'
import { hashToken } from '#domain/ids'
import { shortIdLength } from '#domain/people/accounts/list'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import { revokeTokens, type TokenRow } from './revokeTokens.ts'

/** What an operator sees of a token: never the token itself. */
export interface TokenFacts {
  /** The beginning of its hash. */
  id: string
  kind: TokenRow['kind']
  app: { id: string; name: string } | null
  team: string | null
  person: { id: string; name: string } | null
  scopes: string[]
  /** Unix milliseconds; null if it is older than this was recorded. */
  created_at: number | null
  expires_at: number | null
  /** The end of the token; null if it is too short to tell, or older than this was recorded. */
  last_four: string | null
  state: 'valid' | 'expired' | 'revoked'
}

export interface TokenSelector {
  team?: string | undefined
  /** An app by its id or name. */
  app?: string | undefined
  /** Revoked and expired ones, too. */
  all?: boolean | undefined
}

/** [OPS-6] Lists tokens, without those that runs of functions come with. */
export async function listTokens(db: Db, selector: TokenSelector): Promise<TokenFacts[]> {
  return (await selectTokens(db, selector)).map(({ facts }) => facts)
}

/** [OPS-6] Revokes the one token that is named: by its id, its last four characters or itself. */
export async function revokeNamedToken(tx: Tx, name: string, selector: TokenSelector): Promise<TokenFacts> {
  const tokens = await selectTokens(tx, { ...selector, all: true })
  const hash = hashToken(name)
  const exact = tokens.filter(({ row }) => row.hash === hash)
  const near = tokens.filter(({ facts }) => facts.id === name || (facts.last_four === name && facts.state === 'valid'))
  const found = exact.length > 0 ? exact : near
  const [first, ...others] = found
  if (!first) throw new Refusal('token_not_found', 'There is no such token. `rivulet token list` shows their ids.')
  if (others.length > 0)
    throw new Refusal(
      'token_not_found',
      `Several tokens fit: ${found.map(({ facts }) => facts.id).join(', ')}. Name one by its id.`,
    )
  if (!first.row.revoked) await revokeTokens(tx, [first.row])
  return { ...first.facts, state: 'revoked' }
}

async function selectTokens(db: Db, { team, app, all }: TokenSelector) {
  let query = db.selectFrom('tokens').selectAll().where('execution_id', 'is', null)
  if (team !== undefined) query = query.where(({ eb, or }) => or([eb('team_id', '=', team), eb('team_id', 'is', null)]))
  const rows = await query.orderBy('created_at').orderBy('hash').execute()
  const [apps, users] = [await db.selectFrom('apps').selectAll().execute(), await namesOfPeople(db, rows)]
  const titles = new Map(apps.map(({ id, manifest }) => [id, readManifest(manifest, id).title]))
  const listed = rows.map((row) => ({ row, facts: toFacts(row, db.clock.now(), titles, users) }))
  const wanted = app?.toLowerCase()
  return listed.filter(
    ({ facts }) =>
      (all === true || facts.state === 'valid') &&
      (wanted === undefined || facts.app?.id.toLowerCase() === wanted || facts.app?.name.toLowerCase() === wanted),
  )
}

async function namesOfPeople(db: Db, tokens: readonly TokenRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(tokens.flatMap(({ user_id }) => user_id ?? []))]
  if (ids.length === 0) return new Map()
  const users = await db.selectFrom('users').select(['team_id', 'id', 'name']).where('id', 'in', ids).execute()
  return new Map(users.map(({ team_id, id, name }) => [`${team_id} ${id}`, name]))
}

function toFacts(
  row: TokenRow,
  now: number,
  titles: ReadonlyMap<string, string>,
  users: ReadonlyMap<string, string>,
): TokenFacts {
  const { app_id: app, user_id: user, team_id: team } = row
  const isExpired = row.expires_at !== null && row.expires_at <= now
  return {
    id: row.hash.slice(0, shortIdLength),
    kind: row.kind,
    app: app === null ? null : { id: app, name: titles.get(app) ?? app },
    team,
    person: user === null ? null : { id: user, name: users.get(`${team} ${user}`) ?? user },
    scopes: row.scopes,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_four: row.last_four,
    state: row.revoked ? 'revoked' : isExpired ? 'expired' : 'valid',
  }
}
