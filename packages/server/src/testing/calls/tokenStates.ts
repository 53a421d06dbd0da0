import type { Method, TokenKind } from '#rpc/method'
import { everyScope } from '#testing/calls/tokens'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'

/** What a token is, apart from its scopes. */
export interface TokenState {
  kind: TokenKind
  team?: string
  app?: string
  user?: string
  /** What was removed. */
  gone?: 'app' | 'installation' | 'owner' | 'team'
  expired?: true
  revoked?: true
}

export const tokenStates: Record<string, TokenState> = {
  'a bot token': { kind: 'bot' },
  'a user token': { kind: 'user' },
  'an app-level token': { kind: 'app' },
  'an org-wide token': { kind: 'org' },
  'a bot token of another team': { kind: 'bot', team: 'T0B' },
  'a user token of another team': { kind: 'user', team: 'T0B', user: teamIds('B').user },
  'an expired bot token': { kind: 'bot', expired: true },
  'an expired user token': { kind: 'user', expired: true },
  'a revoked bot token': { kind: 'bot', revoked: true },
  'a revoked user token': { kind: 'user', revoked: true },
  'a revoked org-wide token': { kind: 'org', revoked: true },
  'a bot token of a removed app': { kind: 'bot', app: 'A0REMOVED', gone: 'app' },
  'a user token of a removed app': { kind: 'user', app: 'A0REMOVED', gone: 'app' },
  'an app-level token of a removed app': { kind: 'app', app: 'A0REMOVED', gone: 'app' },
  'an org-wide token of a removed app': { kind: 'org', app: 'A0REMOVED', gone: 'app' },
  'a bot token of an app that is not in the team': { kind: 'bot', app: 'A0ABSENT', gone: 'installation' },
  'a user token of an app that is not in the team': { kind: 'user', app: 'A0ABSENT', gone: 'installation' },
  'a bot token whose bot user is deleted': { kind: 'bot', team: 'T0BOTLESS', gone: 'owner' },
  'a user token of a deleted person': { kind: 'user', user: 'U0LEFT', gone: 'owner' },
  'a bot token of a deleted team': { kind: 'bot', team: 'T0DEAD', gone: 'team' },
  'a user token of a deleted team': { kind: 'user', team: 'T0DEAD', user: 'U0DAN', gone: 'team' },
  'a token that is expired, revoked and gone': {
    kind: 'bot',
    app: 'A0REMOVED',
    gone: 'app',
    expired: true,
    revoked: true,
  },
  'a token that is revoked and gone': { kind: 'bot', app: 'A0REMOVED', gone: 'app', revoked: true },
}

/** Requests without a valid token. */
export const badTokens: Record<string, { authorization?: string; query?: string; error: string }> = {
  'no token': { error: 'not_authed' },
  'a header without a token': { authorization: 'Bearer', error: 'not_authed' },
  'another kind of header': { authorization: `Basic ${teamIds('A').botToken}`, error: 'not_authed' },
  'a token in the address': { query: `?token=${teamIds('A').botToken}`, error: 'not_authed' },
  'a token that nobody was given': { authorization: 'Bearer xoxb-nobody', error: 'invalid_auth' },
  'a token that is cut short': { authorization: `Bearer ${teamIds('A').botToken.slice(0, -1)}`, error: 'invalid_auth' },
  'a token that goes on': { authorization: `Bearer ${teamIds('A').botToken}A`, error: 'invalid_auth' },
}

export const customizeScope = 'chat:write.customize'
const scopeSets = [[], ...everyScope.map((scope) => [scope]), everyScope]

/** No scope, each that suffices, one that does not, and all. With EVERY_SCOPE set, also each other one alone. */
export function scopeSetsFor({ scopes }: Method): readonly (readonly string[])[] {
  if (process.env['EVERY_SCOPE']) return scopeSets
  const foreign = everyScope.find((scope) => scope !== customizeScope && !scopes.includes(scope))
  return scopeSets.filter((set) => set.length !== 1 || scopes.includes(set[0]!) || set[0] === foreign)
}

/** The token of a state with these scopes, in the workspace file that `tokensFile` makes. */
export function tokenOf(state: string, scopes: readonly string[]): string {
  return `x-${Object.keys(tokenStates).indexOf(state)}-${scopes.length === 1 ? scopes[0] : scopes.length}`
}

/** A workspace file with every token state in every set of scopes. */
export function tokensFile(settings: object): string {
  const app = (id: string, removed: boolean, teams: string[]) => ({
    id,
    removed,
    installed_in: teams,
    manifest: { display_information: { name: id } },
  })
  const team = (id: string, more: object) => ({ id, name: id, domain: id.toLowerCase(), ...more })
  return twoTeamsFile({
    scopes: everyScope,
    settings,
    users: [{ id: 'U0LEFT', name: 'left', deleted: true }],
    enterprises: [{ id: 'E0ONE', name: 'One' }],
    teams: [team('T0DEAD', { deleted: true, users: [{ id: 'U0DAN', name: 'dan' }] }), team('T0BOTLESS', {})],
    apps: [app('A0REMOVED', true, ['T0A']), app('A0ABSENT', false, [])],
    tokens: Object.entries(tokenStates).flatMap(([name, state]) =>
      scopeSets.map((scopes) => tokenRow(name, state, scopes)),
    ),
  })
}

function tokenRow(
  name: string,
  { kind, team = 'T0A', app = 'A0SCOUT', user, expired, revoked }: TokenState,
  scopes: readonly string[],
) {
  return {
    token: tokenOf(name, scopes),
    kind,
    app,
    scopes,
    ...(kind === 'bot' || kind === 'user' ? { team } : {}),
    ...(kind === 'user' ? { user: user ?? teamIds('A').user } : {}),
    ...(kind === 'org' ? { enterprise: 'E0ONE' } : {}),
    ...(expired ? { expires_at: '2026-01-01T00:00:00Z' } : {}),
    ...(revoked ? { revoked } : {}),
  }
}
