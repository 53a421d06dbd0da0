import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import { wrongArgs } from '#testing/calls/minimalArgs'
import {
  badTokens,
  customizeScope,
  scopeSetsFor,
  tokenOf,
  type TokenState,
  tokenStates,
  tokensFile,
} from '#testing/calls/tokenStates'
import { KeepAliveClient } from '#testing/server/keepAliveClient'
import { createWorkspace } from '#testing/workspace/workspace'

const settings = { either: {}, chat_write_only: { status: { scope: 'chat_write_only' } } }

interface Answer {
  /** Undefined: the call was admitted. */
  error?: string | undefined
  needed?: string | undefined
  provided?: string | undefined
  warning?: string | undefined
  scopes: string
  accepted: string
}

/** The rules [ORD 6 to 10], [TOK], [STA-5] and [STA-8], written a second time. Only the methods' declarations come from the server. */
function expectedAnswer(
  method: Method,
  state: TokenState,
  scopes: readonly string[],
  change: keyof typeof settings,
  isCustomized: boolean,
) {
  const takesBoth = takesEither(method)
  const accepted = takesBoth && change === 'chat_write_only' ? ['chat:write'] : method.scopes
  const headers = { scopes: '', accepted: accepted.join(',') }
  if (method.tokens === 'none') return headers
  if (state.expired) return { ...headers, error: 'token_expired' }
  if (state.revoked) return { ...headers, error: 'token_revoked' }
  if (state.gone) return { ...headers, error: state.kind === 'bot' ? 'account_inactive' : 'token_revoked' }
  const known = { ...headers, scopes: scopes.join(',') }
  const kinds = method.tokens.includes('bot') ? [...method.tokens, 'org'] : method.tokens
  if (!kinds.includes(state.kind)) return { ...known, error: 'not_allowed_token_type' }
  const isLacking = accepted.length > 0 && !accepted.some((scope) => scopes.includes(scope))
  const missing = { ...known, error: 'missing_scope', provided: scopes.join(',') }
  if (isLacking) return { ...missing, needed: accepted.join(',') }
  if (isCustomized && !scopes.includes(customizeScope)) return { ...missing, needed: customizeScope }
  return takesBoth && !scopes.includes('chat:write') ? { ...known, warning: 'scope_deprecated' } : known
}

function takesEither({ scopes }: Method): boolean {
  return scopes.includes('chat:write') && scopes.includes('assistant:write')
}

describe.each(Object.keys(settings) as (keyof typeof settings)[])('[ORD 6] to [ORD 10], %s', (change) => {
  let scene: Awaited<ReturnType<typeof createWorkspace>>
  let wire: KeepAliveClient
  beforeAll(async () => {
    scene = await createWorkspace({ file: tokensFile(settings[change]) })
    const bot = scene.store.db.updateTable('users').set({ deleted: true }).where('team_id', '=', 'T0BOTLESS')
    await bot.where('id', '=', 'U0SCOUT').execute()
    wire = new KeepAliveClient(scene.port)
  })
  afterAll(async () => {
    wire.close()
    await scene.close()
  })

  // The setting changes only methods that accept either scope; the other methods are covered without it.
  const rows = [...methods.values()].filter((method) => change === 'either' || takesEither(method))
  const each = rows.map((method) => [method.name, method] as const)

  test.each(each)(
    '[TOK, STA-5, STA-8, ENV-4] %s takes the tokens and scopes it declares, and no others',
    async (_name, method) => {
      const before = await scene.countRows()
      const wrong: unknown[] = []
      for (const [name, state] of Object.entries(tokenStates))
        for (const scopes of scopeSetsFor(method))
          for (const isCustomized of 'username' in method.args.shape ? [false, true] : [false]) {
            const answer = await ask(method, { authorization: `Bearer ${tokenOf(name, scopes)}` }, isCustomized)
            const expected: Answer = expectedAnswer(method, state, scopes, change, isCustomized)
            if (!isSame(answer, expected)) wrong.push({ token: name, has: scopes, isCustomized, answer, expected })
          }
      expect(wrong).toEqual([])
      expect(await scene.countRows()).toBe(before)
    },
  )

  test.each(each)('[ORD 6, 7] %s tells a missing token from a wrong one', async (_name, method) => {
    const accepted = expectedAnswer(method, { kind: 'bot' }, [], change, false).accepted
    for (const [name, { error, ...given }] of Object.entries(badTokens)) {
      const answer = await ask(method, given, false)
      const open = { scopes: '', accepted }
      expect([name, answer]).toEqual([name, method.tokens === 'none' ? open : { ...open, error }])
    }
  })

  async function ask(
    method: Method,
    given: { authorization?: string; query?: string },
    isCustomized: boolean,
  ): Promise<Answer> {
    const { authorization, query = '' } = given
    const { headers, text } = await wire.send({
      path: method.name + query,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({ ...wrongArgs(method), ...(isCustomized ? { username: 'Zed' } : {}) }),
    })
    const body = JSON.parse(text)
    const { error, needed, provided, warning } = body
    const isRefused = admissionErrors.has(error)
    if (isRefused) expect(body['detail']).toMatch(/^\S.{10,}\.$/)
    expect(body['response_metadata']?.warnings).toEqual(warning?.split(','))
    return {
      ...(isRefused ? { error } : {}),
      ...(needed === undefined ? {} : { needed, provided }),
      ...(warning === undefined ? {} : { warning }),
      scopes: String(headers['x-oauth-scopes']),
      accepted: String(headers['x-accepted-oauth-scopes']),
    }
  }
})

test('[STA-5, TOK] the methods of the contract take the tokens and scopes that it names', () => {
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

test('[STA-8] the warning comes with a sentence that says what to do', async () => {
  const { post } = await createWorkspace()
  const { body } = await post(methods.get('assistant.threads.setStatus')!, {}, { token: 'xoxb-acme-assistant-only' })
  const last = body['response_metadata'].messages.at(-1)
  expect(last).toMatch(/^\[WARN\] .*assistant:write.*chat:write/)
})

/** The errors of [ORD 6 to 11]. */
const admissionErrors = new Set([
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

function isSame(one: object, other: object): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}
