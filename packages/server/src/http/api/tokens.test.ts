import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import type { Method, TokenKind } from '#rpc/method'
import { everyScope, oddArgs } from '#testing/calls/goodCalls'
import { at, twins } from '#testing/workspace/twins'
import { Wire } from '#testing/server/wire'
import { aWorkspace } from '#testing/workspace/workspace'

/** What is true of a token, beside its scopes. */
interface State {
  kind: TokenKind
  team?: string
  app?: string
  user?: string
  /** What of it is no more. */
  gone?: 'app' | 'installation' | 'owner' | 'team'
  expired?: true
  revoked?: true
}

const states: Record<string, State> = {
  'a bot token': { kind: 'bot' },
  'a user token': { kind: 'user' },
  'an app-level token': { kind: 'app' },
  'an org-wide token': { kind: 'org' },
  'a bot token of another team': { kind: 'bot', team: 'T0B' },
  'a user token of another team': { kind: 'user', team: 'T0B', user: at('B').user },
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

/** What stands in place of a token. */
const noTokens: Record<string, { authorization?: string; query?: string; error: string }> = {
  'no token': { error: 'not_authed' },
  'a header without a token': { authorization: 'Bearer', error: 'not_authed' },
  'another kind of header': { authorization: `Basic ${at('A').bot}`, error: 'not_authed' },
  'a token in the address': { query: `?token=${at('A').bot}`, error: 'not_authed' },
  'a token that nobody was given': { authorization: 'Bearer xoxb-nobody', error: 'invalid_auth' },
  'a token that is cut short': { authorization: `Bearer ${at('A').bot.slice(0, -1)}`, error: 'invalid_auth' },
  'a token that goes on': { authorization: `Bearer ${at('A').bot}A`, error: 'invalid_auth' },
}

const customise = 'chat:write.customize'
const scopeSets = [[], ...everyScope.map((scope) => [scope]), everyScope]
const settings = { either: {}, chat_write_only: { status: { scope: 'chat_write_only' } } }

interface Answer {
  /** None: the call was let in. */
  error?: string | undefined
  needed?: string | undefined
  provided?: string | undefined
  warning?: string | undefined
  scopes: string
  accepted: string
}

/** The rules, told again: [ORD 6 to 10], [TOK], [STA-5], [STA-8]. Nothing of the server is asked but what a method declares. */
function expected(
  method: Method,
  state: State,
  scopes: readonly string[],
  change: keyof typeof settings,
  looks: boolean,
) {
  const bothWays = takesEither(method)
  const accepted = bothWays && change === 'chat_write_only' ? ['chat:write'] : method.scopes
  const headers = { scopes: '', accepted: accepted.join(',') }
  if (method.tokens === 'none') return headers
  if (state.expired) return { ...headers, error: 'token_expired' }
  if (state.revoked) return { ...headers, error: 'token_revoked' }
  if (state.gone) return { ...headers, error: state.kind === 'bot' ? 'account_inactive' : 'token_revoked' }
  const known = { ...headers, scopes: scopes.join(',') }
  const kinds = method.tokens.includes('bot') ? [...method.tokens, 'org'] : method.tokens
  if (!kinds.includes(state.kind)) return { ...known, error: 'not_allowed_token_type' }
  const lacking = accepted.length > 0 && !accepted.some((scope) => scopes.includes(scope))
  const missing = { ...known, error: 'missing_scope', provided: scopes.join(',') }
  if (lacking) return { ...missing, needed: accepted.join(',') }
  if (looks && !scopes.includes(customise)) return { ...missing, needed: customise }
  return bothWays && !scopes.includes('chat:write') ? { ...known, warning: 'scope_deprecated' } : known
}

function takesEither({ scopes }: Method): boolean {
  return scopes.includes('chat:write') && scopes.includes('assistant:write')
}

describe.each(Object.keys(settings) as (keyof typeof settings)[])('[ORD 6] to [ORD 10], %s', (change) => {
  let scene: Awaited<ReturnType<typeof aWorkspace>>
  let wire: Wire
  beforeAll(async () => {
    scene = await aWorkspace({ file: file(settings[change]) })
    const bot = scene.store.db.updateTable('users').set({ deleted: true }).where('team_id', '=', 'T0BOTLESS')
    await bot.where('id', '=', 'U0SCOUT').execute()
    wire = new Wire(scene.port)
  })
  afterAll(async () => {
    wire.close()
    await scene.close()
  })

  // The setting changes what takes either scope; the rest was asked before it.
  const rows = [...methods.values()].filter((method) => change === 'either' || takesEither(method))
  const each = rows.map((method) => [method.name, method] as const)

  test.each(each)(
    '[TOK, STA-5, STA-8, ENV-4] %s takes the tokens and scopes it declares, and no others',
    async (_name, method) => {
      const before = await scene.posted()
      const wrong: unknown[] = []
      for (const [name, state] of Object.entries(states))
        for (const scopes of scopeSetsFor(method))
          for (const looks of 'username' in method.args.shape ? [false, true] : [false]) {
            const answer = await ask(method, { authorization: `Bearer ${tokenOf(name, scopes)}` }, looks)
            const right: Answer = expected(method, state, scopes, change, looks)
            if (!same(answer, right)) wrong.push({ token: name, has: scopes, looks, answer, right })
          }
      expect(wrong).toEqual([])
      expect(await scene.posted()).toBe(before)
    },
  )

  test.each(each)('[ORD 6, 7] %s tells no token from a wrong one', async (_name, method) => {
    const accepted = expected(method, { kind: 'bot' }, [], change, false).accepted
    for (const [name, { error, ...given }] of Object.entries(noTokens)) {
      const answer = await ask(method, given, false)
      const open = { scopes: '', accepted }
      expect([name, answer]).toEqual([name, method.tokens === 'none' ? open : { ...open, error }])
    }
  })

  async function ask(
    method: Method,
    given: { authorization?: string; query?: string },
    looks: boolean,
  ): Promise<Answer> {
    const { authorization, query = '' } = given
    const { headers, text } = await wire.send({
      path: method.name + query,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({ ...oddArgs(method), ...(looks ? { username: 'Zed' } : {}) }),
    })
    const body = JSON.parse(text)
    const { error, needed, provided, warning } = body
    const refused = admission.has(error)
    if (refused) expect(body['detail']).toMatch(/^\S.{10,}\.$/)
    expect(body['response_metadata']?.warnings).toEqual(warning?.split(','))
    return {
      ...(refused ? { error } : {}),
      ...(needed === undefined ? {} : { needed, provided }),
      ...(warning === undefined ? {} : { warning }),
      scopes: String(headers['x-oauth-scopes']),
      accepted: String(headers['x-accepted-oauth-scopes']),
    }
  }
})

test('[STA-5, TOK] the methods of the contract take what it says', () => {
  const declared = ['chat.startStream', 'chat.appendStream', 'chat.stopStream', 'assistant.threads.setStatus'].map(
    (name) => {
      const { tokens, scopes } = methods.get(name)!
      return [name, tokens, scopes]
    },
  )
  expect(declared).toEqual([
    ['chat.startStream', ['bot'], ['chat:write']],
    ['chat.appendStream', ['bot'], ['chat:write']],
    ['chat.stopStream', ['bot'], ['chat:write']],
    ['assistant.threads.setStatus', ['bot'], ['chat:write', 'assistant:write']],
  ])
})

test('[STA-8] the warning says in words what to do', async () => {
  const { post } = await aWorkspace()
  const { body } = await post(methods.get('assistant.threads.setStatus')!, {}, { token: 'xoxb-acme-assistant-only' })
  const last = body['response_metadata'].messages.at(-1)
  expect(last).toMatch(/^\[WARN\] .*assistant:write.*chat:write/)
})

/** The words of steps 6 to 11. */
const admission = new Set([
  'not_authed',
  'invalid_auth',
  'token_expired',
  'token_revoked',
  'account_inactive',
  'team_added_to_org',
  'org_login_required',
  'accesslimited',
  'two_factor_setup_required',
  'not_allowed_token_type',
  'enterprise_is_restricted',
  'missing_scope',
  'ratelimited',
])

/** None, each that would do, one that has nothing to do with it, and all there are. */
function scopeSetsFor({ scopes }: Method): readonly (readonly string[])[] {
  const foreign = everyScope.find((scope) => scope !== customise && !scopes.includes(scope))
  return scopeSets.filter((set) => set.length !== 1 || scopes.includes(set[0]!) || set[0] === foreign)
}

function same(one: object, other: object): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

function tokenOf(state: string, scopes: readonly string[]): string {
  return `x-${Object.keys(states).indexOf(state)}-${scopes.length === 1 ? scopes[0] : scopes.length}`
}

function file(given: object): string {
  const app = (id: string, removed: boolean, teams: string[]) => ({
    id,
    removed,
    installed_in: teams,
    manifest: { display_information: { name: id } },
  })
  const team = (id: string, more: object) => ({ id, name: id, domain: id.toLowerCase(), ...more })
  return twins({
    scopes: everyScope,
    settings: given,
    users: [{ id: 'U0LEFT', name: 'left', deleted: true }],
    enterprises: [{ id: 'E0ONE', name: 'One' }],
    teams: [team('T0DEAD', { deleted: true, users: [{ id: 'U0DAN', name: 'dan' }] }), team('T0BOTLESS', {})],
    apps: [app('A0REMOVED', true, ['T0A']), app('A0ABSENT', false, [])],
    tokens: Object.entries(states).flatMap(([name, state]) => scopeSets.map((scopes) => tokenRow(name, state, scopes))),
  })
}

function tokenRow(
  name: string,
  { kind, team = 'T0A', app = 'A0SCOUT', user, expired, revoked }: State,
  scopes: readonly string[],
) {
  return {
    token: tokenOf(name, scopes),
    kind,
    app,
    scopes,
    ...(kind === 'bot' || kind === 'user' ? { team } : {}),
    ...(kind === 'user' ? { user: user ?? at('A').user } : {}),
    ...(kind === 'org' ? { enterprise: 'E0ONE' } : {}),
    ...(expired ? { expires_at: '2026-01-01T00:00:00Z' } : {}),
    ...(revoked ? { revoked } : {}),
  }
}
