import type { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'
import { acme } from '#testing/workspace/acme'
import { channelOf, stringOf, teamOf } from './argumentsOf.ts'
import { oddArgs, tokenFor } from './goodCalls.ts'
import { changeTeam, setMethod } from '#testing/workspace/settings'
import type { Workspace } from '#testing/workspace/workspace'

/** A call that any method refuses, for a reason that is really there: in the request, in the workspace, or in the server. */
export interface CommonRefusal {
  /** The methods that can answer it; by default all. */
  by?: (method: Method) => boolean
  method?: string
  verb?: string
  headers?: Record<string, string>
  token?: string | ((method: Method) => string)
  type?: string
  body?: string
  args?: (method: Method) => Record<string, unknown>
  /** What has to be so first, in a workspace of its own. */
  first?: (scene: Workspace, method: Method) => unknown
  /** Words of the `detail`. */
  says: string | ((method: Method) => string)
  status?: number
  /** Whether something breaks: the log of defects has it then. */
  breaks?: boolean
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'
export const orgWide = 'xoxe.xoxb-globex-scout'

const asksForToken = ({ tokens }: Method) => tokens !== 'none'
/** A token that the method would take if it had a scope. */
export function lackingScopes({ tokens }: Method): string {
  if (tokens.includes('bot')) return 'xoxb-acme-reader'
  return tokens.includes('app') ? 'xapp-1-A0SCOUT-few' : 'xoxp-acme-few'
}
/** Whether it is called in a team: limits are of teams. */
export function actsInTeam({ tokens }: Method): boolean {
  return tokens !== 'none' && (tokens.includes('bot') || tokens.includes('user'))
}
const takesApps = ({ tokens }: Method) => tokens !== 'none' && tokens.includes('bot')
const writes = ({ effect }: Method) => effect === 'write'

/** Methods that write to a channel and do not answer some words of a place: for them it is another thing. */
const elsewhere: Record<string, readonly PlaceError[]> = {
  'conversations.archive': ['no_permission'],
  'conversations.invite': ['no_permission'],
  'conversations.join': ['no_permission'],
  'conversations.kick': ['no_permission'],
  'conversations.leave': ['no_permission'],
  'conversations.mark': ['ekm_access_denied', 'no_permission', 'access_denied'],
  'conversations.rename': ['no_permission'],
  'conversations.setPurpose': ['no_permission'],
  'conversations.setTopic': ['no_permission'],
  'conversations.unarchive': ['no_permission'],
  'conversations.open': ['ekm_access_denied', 'no_permission', 'access_denied'],
}
type PlaceError = 'ekm_access_denied' | 'no_permission' | 'access_denied'

function inPlace(word: PlaceError) {
  return (method: Method) =>
    writes(method) && channelOf(method) !== undefined && !elsewhere[method.name]?.includes(word)
}
const to = (channel: string) => (method: Method) => ({ [channelOf(method) ?? '']: channel })

/** By error and by cause. The compiler asks for the errors that are missing; request_timeout is in damage.test.ts. */
export const commonRefusals: Record<
  Exclude<keyof typeof commonErrors, 'request_timeout'> | 'channel_not_found',
  Record<string, CommonRefusal>
> = {
  unknown_method: { 'no such name': { method: 'chat.start', says: 'chat.start' } },
  deprecated_endpoint: {
    'the setting': {
      first: (scene, { name }) => setMethod(scene, name, { endpointDeprecated: true }),
      says: 'deprecated',
    },
  },
  method_deprecated: {
    'the setting': { first: (scene, { name }) => setMethod(scene, name, { deprecated: true }), says: 'deprecated' },
  },
  service_unavailable: {
    'it goes down': { first: ({ state }) => (state.draining = true), status: 503, says: 'going down' },
    'its store is out of reach': { first: loseTheStore, status: 503, breaks: true, says: 'out of reach' },
  },
  invalid_post_type: {
    'none of the four': { type: 'application/xml', body: '<a/>', says: 'application/xml' },
    'a compressed body': { headers: { 'content-encoding': 'gzip' }, says: 'uncompressed' },
    'a verb that does not fit': { verb: 'PUT', says: 'PUT' },
    'GET, to write': { verb: 'GET', by: (method) => writes(method) && !method.byGet, says: 'GET' },
  },
  missing_post_type: { 'a body of no type': { type: '', body: 'channel=C0HELP', says: 'Content-Type' } },
  invalid_charset: { 'an odd one': { type: `${form}; charset=koi8-r`, body: 'a=1', says: 'koi8-r' } },
  invalid_form_data: {
    'a bad escape': { type: form, body: 'channel=%GG', says: '%GG' },
    'no boundary': { type: 'multipart/form-data', body: '--b', says: 'multipart' },
    'a part that is cut': {
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
      says: 'multipart',
    },
  },
  invalid_json: { 'no JSON': { type: json, body: '{', says: 'not JSON' } },
  json_not_object: { 'an array': { type: json, body: '[]', says: 'object' } },
  invalid_arg_name: {
    'an odd letter': { args: () => ({ né: 1 }), says: 'né' },
    'too long': { args: () => ({ ['x'.repeat(256)]: 1 }), says: '256' },
  },
  invalid_array_arg: {
    brackets: { args: () => ({ 'channel[]': 'C0HELP' }), says: 'channel[]' },
    'a number in brackets': { args: () => ({ 'channel[0]': 'C0HELP' }), says: 'channel[0]' },
    'an array for a string': {
      by: (method) => stringOf(method) !== undefined,
      args: (method) => ({ [stringOf(method) ?? '']: ['x'] }),
      says: (method) => stringOf(method) ?? '',
    },
  },
  invalid_arguments: {
    'an object for a string': {
      by: (method) => stringOf(method) !== undefined,
      args: (method) => ({ [stringOf(method) ?? '']: { a: 1 } }),
      says: (method) => `/${stringOf(method)}]`,
    },
    'too many': {
      args: () => Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, 1])),
      says: '1000',
    },
  },
  not_authed: { 'no token': { by: asksForToken, token: '', says: 'Bearer' } },
  invalid_auth: {
    'a token of nobody': { by: asksForToken, token: 'xoxb-nobody', says: 'token' },
    'a foreign address': { by: asksForToken, token: 'xoxb-acme-fenced', says: '127.0.0.1' },
  },
  token_expired: { 'its time': { by: asksForToken, token: 'xoxb-acme-expired', says: '2026-01-01' } },
  token_revoked: {
    'it was revoked': { by: asksForToken, token: 'xoxp-acme-revoked', says: 'revoked' },
    'its person is gone': { by: asksForToken, token: 'xoxp-acme-gone', says: 'user' },
  },
  account_inactive: { 'its team is gone': { by: asksForToken, token: 'xoxb-dead-scout', says: 'team' } },
  team_added_to_org: {
    'the team': { by: asksForToken, token: 'xoxb-joining-scout', says: 'T0JOINING' },
    'the team of an org-wide token': inItsTeam({ state: 'joining_org' }),
  },
  org_login_required: {
    'the team': { by: asksForToken, token: 'xoxb-migrate-scout', says: 'T0MIGRATE' },
    'the team of an org-wide token': inItsTeam({ state: 'migrating' }),
  },
  accesslimited: {
    'networks for all methods': { by: asksForToken, token: 'xoxb-nets-scout', says: '127.0.0.1' },
    'networks for this one': {
      by: actsInTeam,
      first: (scene, { name }) =>
        changeTeam(scene, 'T0ACME', { policies: { networks: { [name]: ['203.0.113.0/24'] } } }),
      says: 'T0ACME',
    },
    'the team of an org-wide token': inItsTeam({ policies: { networks: { '*': ['203.0.113.0/24'] } } }),
  },
  two_factor_setup_required: {
    'its installer has none': { by: asksForToken, token: 'xoxb-twofa-scout', says: 'T0TWOFA' },
    'its person has none': {
      by: asksForToken,
      token: 'xoxp-acme-ben',
      first: (scene) => changeTeam(scene, 'T0ACME', { policies: { require_two_factor: true } }),
      says: 'T0ACME',
    },
    'the team of an org-wide token': inItsTeam({ policies: { require_two_factor: true } }),
  },
  not_allowed_token_type: {
    'an app-level token': {
      by: (method) => asksForToken(method) && !method.tokens.includes('app'),
      token: 'xapp-1-A0SCOUT-acme',
      says: 'kind app',
    },
    'the setting': {
      by: takesApps,
      first: (scene, { name }) => setMethod(scene, name, { tokenKinds: ['user'] }),
      says: 'takes user tokens',
    },
  },
  enterprise_is_restricted: {
    'the setting': {
      by: asksForToken,
      token: orgWide,
      first: (scene, { name }) => setMethod(scene, name, { enterprise: false }),
      says: 'enterprise',
    },
  },
  missing_scope: {
    'none of them': {
      by: ({ scopes }) => scopes.length > 0,
      token: lackingScopes,
      says: ({ scopes }) => scopes[0] ?? '',
    },
    'the scope to look like another': {
      by: ({ args }) => 'username' in args.shape,
      token: 'xoxb-acme-plain',
      args: () => ({ username: 'Zed' }),
      says: 'chat:write.customize',
    },
  },
  ratelimited: {
    'no call left': {
      by: actsInTeam,
      first: (scene, { name }) => changeTeam(scene, 'T0ACME', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      says: 'try again in 60 s',
    },
    'no call left for an org-wide token in its team': {
      ...inItsTeam({ policies: {} }),
      first: (scene, { name }) => changeTeam(scene, 'T0GLOBEX1', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      says: 'try again in 60 s',
    },
  },
  channel_not_found: {
    'an unknown id': { by: hasChannel, args: to('C0NOPE'), says: 'C0NOPE' },
    'a malformed id': { by: hasChannel, args: to('help desk'), says: 'help desk' },
    'a private channel': { by: hasChannel, args: to('C0SECRET'), says: 'C0SECRET' },
    'the direct message of others': { by: hasChannel, args: to('D0ANAQUIET'), says: 'D0ANAQUIET' },
    'a deleted channel': { by: hasChannel, args: to('C0VANISHED'), says: 'C0VANISHED' },
    'a channel of another team': { by: hasChannel, args: to('C0BUSY'), says: 'C0BUSY' },
    'a channel of another enterprise': { by: hasChannel, token: orgWide, args: to('C0BUSY'), says: 'C0BUSY' },
    'a channel of a deleted team': {
      by: hasChannel,
      token: orgWide,
      first: (scene) => changeTeam(scene, 'T0GLOBEX1', { deleted: true }),
      args: to('C0GLO1'),
      says: 'C0GLO1',
    },
  },
  team_access_not_granted: {
    'the team': {
      by: namesTeam,
      args: at('C0GLO2', 'T0GLOBEX2'),
      token: orgWide,
      says: 'T0GLOBEX2',
    },
  },
  ekm_access_denied: {
    'the channel': { by: inPlace('ekm_access_denied'), args: to('C0FROZEN'), says: 'C0FROZEN' },
    'the team': { by: inPlace('ekm_access_denied'), args: to('C0KEYS'), token: 'xoxb-keys-scout', says: 'T0KEYS' },
  },
  no_permission: { 'the app is not in it': { by: inPlace('no_permission'), args: to('C0NOBOT'), says: 'invite it' } },
  access_denied: {
    'the app is blocked in it': { by: inPlace('access_denied'), args: to('C0BLOCKED'), says: 'A0SCOUT' },
  },
  internal_error: { 'a table that is not there': { first: breakATable, breaks: true, says: 'request id' } },
  fatal_error: {
    'a commit that fails': { by: writes, first: closeTheStore, breaks: true, says: 'nothing was written' },
  },
}

function hasChannel(method: Method): boolean {
  return takesApps(method) && channelOf(method) !== undefined
}

function namesTeam(method: Method): boolean {
  return hasChannel(method) || (takesApps(method) && teamOf(method) !== undefined)
}

/** Names a place of a team, or the team where a method takes no place. */
function at(channel: string, team: string) {
  return (method: Method) => ({ [channelOf(method) ?? teamOf(method) ?? '']: channelOf(method) ? channel : team })
}

/** [ORD 8] An org-wide token acts in the team that its call names, itself or by a channel. */
function inItsTeam(change: object): CommonRefusal {
  return {
    by: namesTeam,
    token: orgWide,
    first: (scene) => changeTeam(scene, 'T0GLOBEX1', change),
    args: at('C0GLO1', 'T0GLOBEX1'),
    says: 'T0GLOBEX1',
  }
}

function loseTheStore({ api, store }: Workspace): void {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fail = () => {
    throw refused
  }
  api.store = { ...store, db: Object.assign(Object.create(store.db), { selectFrom: fail }), write: async () => fail() }
  store.db.memory.clear()
}

async function breakATable({ store }: Workspace): Promise<void> {
  await store.db.schema.alterTable('meta').renameColumn('value', 'gone').execute()
  store.db.memory.clear()
}

/** What is known by heart is still answered; the commit cannot be. */
async function closeTheStore({ store, post }: Workspace, method: Method): Promise<void> {
  await post(method, oddArgs(method), { token: tokenFor(method, acme) })
  await store.close()
}
