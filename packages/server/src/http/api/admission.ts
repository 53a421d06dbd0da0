import type { Caller } from '#domain/access/caller'
import { now } from '#domain/clock'
import { type Grant, grantOf } from '#domain/access/grants'
import { grantAt, type Named } from '#domain/access/enterprise'
import { Refusal } from '#domain/refusal'
import type { MethodSettings, Settings } from '#domain/settings/settings'
import type { Method } from '#rpc/method'
import type { Db } from '#store/db'
import { soon, type Soon } from '#store/maybePromise'
import { inNetworks } from '#http/wire/networks'
import type { Decoded } from '#http/api/decode/decode'
import { takeCall } from './rateLimit.ts'

export interface Incoming {
  method: Method
  decoded: Decoded
  authorization: string | undefined
  address: string
  settings: Settings
}

/** [ORD 6, 7] Who calls; with an org-wide token, in the team that the call names, itself or by a channel. */
export function identify(db: Db, call: Incoming): Soon<Grant> {
  return soon(grantOf(db, tokenOf(call)), (grant) => {
    checkToken(grant, call.address)
    return grant.caller.kind === 'org' ? grantAt(db, grant, namedBy(call)) : grant
  })
}

function namedBy({ method, decoded }: Incoming): Named {
  const given = (names: string[]) => decoded.args[names.find((name) => name in method.args.shape) ?? '']
  return { channel: given(['channel', 'channel_id']), team: given(['team_id', 'team']) }
}

/** [ORD 8 to 11] Whether they may call this method at all. */
export function admit(db: Db, grant: Grant, call: Incoming): void {
  checkTeam(grant, call)
  checkKind(grant, call)
  checkScopes(grant, call)
  takeCall(db, call.method, grant, call.settings)
}

/** [ENV-7] The header wins. */
function tokenOf({ decoded, authorization }: Incoming): string {
  const bearer = authorization && /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  const token = bearer ?? decoded.bodyToken
  if (token) return token
  throw new Refusal(
    'not_authed',
    decoded.queryToken
      ? 'A token in the address counts as none, since addresses are logged: send it as `Authorization: Bearer`.'
      : 'Send a token as `Authorization: Bearer`, or as the field `token` of the body.',
  )
}

/** [ORD 7] */
function checkToken(grant: Grant | undefined, address: string): asserts grant is Grant {
  if (!grant) throw new Refusal('invalid_auth', 'Nobody was ever given this token.')
  if (grant.expiresAt !== undefined && grant.expiresAt <= now()) {
    throw new Refusal('token_expired', `The token expired at ${new Date(grant.expiresAt).toISOString()}.`)
  }
  if (grant.revoked) throw new Refusal('token_revoked', 'The token was revoked.')
  if (grant.ownerGone || grant.appGone || grant.team?.deleted) {
    const bot = grant.caller.kind === 'bot'
    throw new Refusal(bot ? 'account_inactive' : 'token_revoked', `The ${whatIsGone(grant)} of the token is gone.`)
  }
  if (grant.allowedIps && !inNetworks(address, grant.allowedIps)) {
    throw new Refusal('invalid_auth', `The app may not be used from ${address}.`)
  }
}

function whatIsGone(grant: Grant): string {
  if (grant.team?.deleted) return 'team'
  return grant.appGone ? 'app' : 'user'
}

/** [ORD 8] */
function checkTeam({ team, twoFactor }: Grant, { method, address }: Incoming): void {
  if (!team) return
  if (team.state === 'joining_org')
    throw new Refusal('team_added_to_org', `The team ${team.id} is joining an enterprise; try later.`)
  if (team.state === 'migrating')
    throw new Refusal('org_login_required', `The team ${team.id} is being migrated; try later.`)
  const networks = team.policies.networks?.[method.name] ?? team.policies.networks?.['*']
  if (networks && !inNetworks(address, networks)) {
    throw new Refusal('accesslimited', `The team ${team.id} does not allow ${method.name} from ${address}.`)
  }
  if (team.policies.require_two_factor && twoFactor === false) {
    throw new Refusal(
      'two_factor_setup_required',
      `The team ${team.id} asks for two-factor authentication; set it up first.`,
    )
  }
}

/** [ORD 9] */
function checkKind({ caller }: Grant, { method, settings }: Incoming): void {
  const rules: MethodSettings = settings.methods[method.name] ?? {}
  if (caller.kind === 'org' && rules.enterprise === false) {
    throw new Refusal('enterprise_is_restricted', `${method.name} cannot be called for a whole enterprise.`)
  }
  if (method.tokens === 'none') return
  const kinds = rules.tokenKinds ?? method.tokens
  // An org-wide token acts as the app's bot in the team that its call names.
  const fits = kinds.some(
    (kind) => kind === caller.kind || (kind === 'bot' && caller.kind === 'org' && !rules.tokenKinds),
  )
  if (fits) return
  throw new Refusal(
    'not_allowed_token_type',
    `${method.name} takes ${kinds.join(' or ')} tokens; this is a token of the kind ${caller.kind}.`,
  )
}

/** [ORD 10] */
function checkScopes({ caller }: Grant, { method, decoded, settings }: Incoming): void {
  const accepted = acceptedScopes(method, settings)
  if (accepted.length > 0 && !accepted.some((scope) => caller.scopes.includes(scope)))
    throw missingScope(caller, accepted.join(','))
  const customised = customising.some((name) => isGiven(decoded.args[name]) && name in method.args.shape)
  if (customised && !caller.scopes.includes(customise)) throw missingScope(caller, customise)
}

const customise = 'chat:write.customize'
const customising = ['username', 'icon_emoji', 'icon_url']

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** [STA-5] */
export function acceptedScopes(method: Method, settings: Settings): readonly string[] {
  const narrowed = settings.status.scope === 'chat_write_only' && takesEither(method)
  return narrowed ? after : method.scopes
}

/** [STA-8] What a call is warned of that passes today and will not after the announced change. */
export function warningsFor(method: Method, caller: Caller): readonly 'scope_deprecated'[] {
  return takesEither(method) && !caller.scopes.includes(staying) ? ['scope_deprecated'] : []
}

const staying = 'chat:write'
const going = 'assistant:write'
const after = [staying]

function takesEither({ scopes }: Method): boolean {
  return scopes.includes(staying) && scopes.includes(going)
}

function missingScope(caller: Caller, needed: string): Refusal {
  const provided = caller.scopes.join(',')
  return new Refusal(
    'missing_scope',
    `The token needs the scope ${needed.replaceAll(',', ' or ')}; it has ${provided || 'none'}.`,
    {
      needed,
      provided,
    },
  )
}
