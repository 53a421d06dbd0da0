import type { Caller } from '#domain/access/caller'
import type { CountedWindows } from '#domain/access/countedWindows'
import { type Grant, findGrant } from '#domain/access/grants'
import { grantInTeam } from '#domain/access/enterprise'
import { refuseIfMoved } from '#domain/access/movedTeams'
import { hashToken } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import type { MethodSettings, Settings } from '#domain/settings/settings'
import type { Method } from '#rpc/method'
import type { Db, Tx } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { isInNetworks } from '#http/wire/networks'
import type { DecodedCall } from '#http/api/decode/decode'
import { countCall } from './rateLimit.ts'
import { teamNamedBy } from './namedTeam.ts'

/** A decoded call, before anyone knows who makes it. */
export interface IncomingCall {
  method: Method
  decoded: DecodedCall
  authorization: string | undefined
  address: string
  settings: Settings
  rateWindows: CountedWindows
}

/**
 * [ORD 6, 7] Finds the grant of the call's token. With an org-wide token it is the grant in the team that the call
 * names, by its id or by a channel.
 */
export function identifyCaller(db: Db, call: IncomingCall): MaybePromise<Grant> {
  return andThen(findGrant(db, tokenOf(call)), (found) => {
    const grant = checkToken(db, found, call.address)
    return grant instanceof Refusal ? identifyAgain(db, call) : inNamedTeam(db, grant, call)
  })
}

/** [NOD-11] The team may be in another database. It may have left, or arrived, while its rows were read one after another. */
async function identifyAgain(db: Db, call: IncomingCall): Promise<Grant> {
  const hash = hashToken(tokenOf(call))
  refuseIfDropped(db, hash)
  await refuseIfMoved(db, hash)
  const grant = checkToken(db, await findGrant(db, tokenOf(call)), call.address)
  if (grant instanceof Refusal) throw grant
  return inNamedTeam(db, grant, call)
}

/** [WSP-3] The token of a workspace that was made for a test and is gone: its rows are not there to tell. */
function refuseIfDropped(db: Db, hash: string): void {
  const kind = db.cache.dropped.kindOfToken(hash)
  if (kind !== undefined) throw workspaceDropped(kind)
}

function workspaceDropped(kind: Caller['kind']): Refusal {
  const code = kind === 'bot' ? 'account_inactive' : 'token_revoked'
  return new Refusal(code, 'The workspace of the token was made for a test, and has been dropped.')
}

function inNamedTeam(db: Db, grant: Grant, call: IncomingCall): MaybePromise<Grant> {
  return grant.caller.kind === 'org'
    ? grantInTeam(db, grant, teamNamedBy(call.method, call.decoded, grant.caller))
    : grant
}

/** [ORD 8 to 11] Refuses a caller who may not call this method at all. */
export function checkAdmission(db: Db, grant: Grant, call: IncomingCall): MaybePromise<void> {
  checkRights(db, grant, call)
  return countCall(call.rateWindows, call.method, grant, call.settings, db.clock.now())
}

/** As `checkAdmission`, without counting the call. */
export function checkRights(db: Db, grant: Grant, call: IncomingCall): void {
  checkTeam(db, grant, call)
  checkTokenKind(grant, call)
  checkScopes(grant, call)
}

/**
 * Finds the caller again in the transaction of the call. Another process may have changed what they may do since they
 * were admitted; then the transaction runs a second time, and refuses here.
 */
export function confirmCaller(tx: Tx, admitted: Grant, call: IncomingCall): MaybePromise<Caller> {
  if (tx.cache.isSingleWriter) {
    const { teamId, kind } = admitted.caller
    if (tx.cache.dropped.hasTeam(teamId)) throw workspaceDropped(kind)
    return admitted.caller
  }
  // Entries about org-wide tokens belong to no team.
  if (admitted.caller.kind === 'org') tx.work.believeTeam('')
  tx.work.believeTeam(admitted.caller.teamId)
  return andThen(identifyCaller(tx, call), (grant) => {
    if (grant !== admitted) checkRights(tx, grant, call)
    return grant.caller
  })
}

/** [ENV-7] The header wins over the body. */
export function givenToken(decoded: DecodedCall, authorization: string | undefined): string | undefined {
  return (authorization && /^Bearer +(\S+) *$/i.exec(authorization)?.[1]) || decoded.bodyToken
}

function tokenOf({ decoded, authorization }: IncomingCall): string {
  const token = givenToken(decoded, authorization)
  if (token !== undefined) return token
  throw new Refusal(
    'not_authed',
    decoded.queryToken
      ? 'A token in the address is ignored, since addresses are logged: send it as `Authorization: Bearer`.'
      : 'Send a token as `Authorization: Bearer`, or as the field `token` of the body.',
  )
}

/** [ORD 7] Returns the grant of a valid token, or why it is none. */
function checkToken(db: Db, grant: Grant | undefined, address: string): Grant | Refusal {
  if (!grant) return new Refusal('invalid_auth', 'This token was never issued.')
  if (grant.expiresAt !== undefined && grant.expiresAt <= db.clock.now())
    return new Refusal('token_expired', `The token expired at ${new Date(grant.expiresAt).toISOString()}.`)
  if (grant.revoked) return new Refusal('token_revoked', 'The token was revoked.')
  if (grant.ownerGone || grant.appGone || grant.team?.deleted) {
    const isBot = grant.caller.kind === 'bot'
    return new Refusal(
      isBot ? 'account_inactive' : 'token_revoked',
      `The ${missingOwner(grant)} of the token was removed.`,
    )
  }
  if (grant.allowedIps && !isInNetworks(db, address, grant.allowedIps))
    return new Refusal('invalid_auth', `The app may not be used from ${address}.`)
  return grant
}

function missingOwner(grant: Grant): string {
  if (grant.team?.deleted) return 'team'
  return grant.appGone ? 'app' : 'user'
}

/** [ORD 8] */
function checkTeam(db: Db, { team, twoFactor }: Grant, { method, address }: IncomingCall): void {
  if (!team) return
  if (team.state === 'joining_org')
    throw new Refusal('team_added_to_org', `The team ${team.id} is joining an enterprise; try later.`)
  if (team.state === 'migrating')
    throw new Refusal('org_login_required', `The team ${team.id} is being migrated; try later.`)
  const networks = team.policies.networks?.[method.name] ?? team.policies.networks?.['*']
  if (networks && !isInNetworks(db, address, networks)) {
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
function checkTokenKind({ caller }: Grant, { method, settings }: IncomingCall): void {
  const rules: MethodSettings = settings.methods[method.name] ?? {}
  if (caller.kind === 'org' && rules.enterprise === false) {
    throw new Refusal('enterprise_is_restricted', `${method.name} cannot be called for a whole enterprise.`)
  }
  if (method.tokens === 'none') return
  const kinds = rules.tokenKinds ?? method.tokens
  // An org-wide token acts as the app's bot in the team that its call names.
  const isAccepted = kinds.some(
    (kind) => kind === caller.kind || (kind === 'bot' && caller.kind === 'org' && !rules.tokenKinds),
  )
  if (isAccepted) return
  throw new Refusal(
    'not_allowed_token_type',
    `${method.name} takes ${kinds.join(' or ')} tokens; this is a token of the kind ${caller.kind}.`,
  )
}

/** [ORD 10] */
function checkScopes({ caller }: Grant, { method, decoded, settings }: IncomingCall): void {
  const accepted = acceptedScopes(method, settings)
  if (accepted.length > 0 && !accepted.some((scope) => caller.scopes.includes(scope)))
    throw missingScope(caller, accepted.join(','))
  const isCustomized = customizingArguments.some((name) => isGiven(decoded.args[name]) && name in method.args.shape)
  if (isCustomized && !caller.scopes.includes(customizeScope)) throw missingScope(caller, customizeScope)
}

const customizeScope = 'chat:write.customize'
const customizingArguments = ['username', 'icon_emoji', 'icon_url']

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** [ORD 2] */
export function checkNotDeprecated({ name }: Method, settings: Settings): void {
  const rules = settings.methods[name]
  if (rules?.endpointDeprecated) throw new Refusal('deprecated_endpoint', `The endpoint of ${name} is deprecated.`)
  if (rules?.deprecated) throw new Refusal('method_deprecated', `${name} is deprecated.`)
}

/** [STA-5] The scopes of which the token needs one. */
export function acceptedScopes(method: Method, settings: Settings): readonly string[] {
  const isNarrowed = settings.status.scope === 'chat_write_only' && acceptsEitherScope(method)
  return isNarrowed ? keptScopes : method.scopes
}

/** [STA-8] Warns a call that passes today and will be refused once `assistant:write` no longer suffices. */
export function warningsFor(method: Method, caller: Caller): readonly 'scope_deprecated'[] {
  return acceptsEitherScope(method) && !caller.scopes.includes(keptScope) ? ['scope_deprecated'] : []
}

const keptScope = 'chat:write'
const deprecatedScope = 'assistant:write'
const keptScopes = [keptScope]

function acceptsEitherScope({ scopes }: Method): boolean {
  return scopes.includes(keptScope) && scopes.includes(deprecatedScope)
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
