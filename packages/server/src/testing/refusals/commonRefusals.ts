import type { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'
import { acmeIds } from '#testing/workspace/acme'
import { channelArgument, stringArgument, teamArgument } from '#testing/calls/argumentNames'
import { wrongArgs, tokenFor } from '#testing/calls/minimalArgs'
import { changeTeam, setMethod } from '#testing/workspace/settings'
import type { Workspace } from '#testing/workspace/workspace'

/** A call that any method refuses, for a reason that is really there: in the request, in the workspace, or in the server. */
export interface CommonRefusal {
  /** The methods that can answer it; by default all. */
  appliesTo?: (method: Method) => boolean
  method?: string
  verb?: string
  headers?: Record<string, string>
  token?: string | ((method: Method) => string)
  type?: string
  body?: string
  args?: (method: Method) => Record<string, unknown>
  /** What has to be so first, in a workspace of its own. */
  prepare?: (scene: Workspace, method: Method) => unknown
  /** Words of the `detail`. */
  detail: string | ((method: Method) => string)
  status?: number
  /** Whether something breaks: the log of unexpected errors has it then. */
  breaks?: boolean
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'
export const orgToken = 'xoxe.xoxb-globex-scout'

const needsToken = ({ tokens }: Method) => tokens !== 'none'
/** A token that the method would take if it had a scope. */
export function tokenWithoutScopes({ tokens }: Method): string {
  if (tokens.includes('bot')) return 'xoxb-acme-reader'
  return tokens.includes('app') ? 'xapp-1-A0SCOUT-few' : 'xoxp-acme-few'
}
/** Whether it is called in a team: limits are of teams. */
export function isTeamMethod({ tokens }: Method): boolean {
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
    writes(method) && channelArgument(method) !== undefined && !elsewhere[method.name]?.includes(word)
}
const to = (channel: string) => (method: Method) => ({ [channelArgument(method) ?? '']: channel })

/** By error and by cause. The compiler asks for the errors that are missing; request_timeout is in damage.test.ts. */
export const commonRefusals: Record<
  Exclude<keyof typeof commonErrors, 'request_timeout'> | 'channel_not_found',
  Record<string, CommonRefusal>
> = {
  unknown_method: { 'no such name': { method: 'chat.start', detail: 'chat.start' } },
  deprecated_endpoint: {
    'the setting': {
      prepare: (scene, { name }) => setMethod(scene, name, { endpointDeprecated: true }),
      detail: 'deprecated',
    },
  },
  method_deprecated: {
    'the setting': { prepare: (scene, { name }) => setMethod(scene, name, { deprecated: true }), detail: 'deprecated' },
  },
  service_unavailable: {
    'it goes down': { prepare: ({ state }) => (state.draining = true), status: 503, detail: 'going down' },
    'its store is out of reach': { prepare: loseTheStore, status: 503, breaks: true, detail: 'out of reach' },
  },
  invalid_post_type: {
    'none of the four': { type: 'application/xml', body: '<a/>', detail: 'application/xml' },
    'a compressed body': { headers: { 'content-encoding': 'gzip' }, detail: 'uncompressed' },
    'a verb that does not fit': { verb: 'PUT', detail: 'PUT' },
    'GET, to write': { verb: 'GET', appliesTo: (method) => writes(method) && !method.byGet, detail: 'GET' },
  },
  missing_post_type: { 'a body of no type': { type: '', body: 'channel=C0HELP', detail: 'Content-Type' } },
  invalid_charset: { 'an odd one': { type: `${form}; charset=koi8-r`, body: 'a=1', detail: 'koi8-r' } },
  invalid_form_data: {
    'a bad escape': { type: form, body: 'channel=%GG', detail: '%GG' },
    'no boundary': { type: 'multipart/form-data', body: '--b', detail: 'multipart' },
    'a part that is cut': {
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
      detail: 'multipart',
    },
  },
  invalid_json: { 'no JSON': { type: json, body: '{', detail: 'not JSON' } },
  json_not_object: { 'an array': { type: json, body: '[]', detail: 'object' } },
  invalid_arg_name: {
    'an odd letter': { args: () => ({ né: 1 }), detail: 'né' },
    'too long': { args: () => ({ ['x'.repeat(256)]: 1 }), detail: '256' },
  },
  invalid_array_arg: {
    brackets: { args: () => ({ 'channel[]': 'C0HELP' }), detail: 'channel[]' },
    'a number in brackets': { args: () => ({ 'channel[0]': 'C0HELP' }), detail: 'channel[0]' },
    'an array for a string': {
      appliesTo: (method) => stringArgument(method) !== undefined,
      args: (method) => ({ [stringArgument(method) ?? '']: ['x'] }),
      detail: (method) => stringArgument(method) ?? '',
    },
  },
  invalid_arguments: {
    'an object for a string': {
      appliesTo: (method) => stringArgument(method) !== undefined,
      args: (method) => ({ [stringArgument(method) ?? '']: { a: 1 } }),
      detail: (method) => `/${stringArgument(method)}]`,
    },
    'too many': {
      args: () => Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, 1])),
      detail: '1000',
    },
  },
  not_authed: { 'no token': { appliesTo: needsToken, token: '', detail: 'Bearer' } },
  invalid_auth: {
    'a token of nobody': { appliesTo: needsToken, token: 'xoxb-nobody', detail: 'token' },
    'a foreign address': { appliesTo: needsToken, token: 'xoxb-acme-fenced', detail: '127.0.0.1' },
  },
  token_expired: { 'its time': { appliesTo: needsToken, token: 'xoxb-acme-expired', detail: '2026-01-01' } },
  token_revoked: {
    'it was revoked': { appliesTo: needsToken, token: 'xoxp-acme-revoked', detail: 'revoked' },
    'its person is gone': { appliesTo: needsToken, token: 'xoxp-acme-gone', detail: 'user' },
  },
  account_inactive: { 'its team is gone': { appliesTo: needsToken, token: 'xoxb-dead-scout', detail: 'team' } },
  team_added_to_org: {
    'the team': { appliesTo: needsToken, token: 'xoxb-joining-scout', detail: 'T0JOINING' },
    'the team of an org-wide token': inItsTeam({ state: 'joining_org' }),
  },
  org_login_required: {
    'the team': { appliesTo: needsToken, token: 'xoxb-migrate-scout', detail: 'T0MIGRATE' },
    'the team of an org-wide token': inItsTeam({ state: 'migrating' }),
  },
  accesslimited: {
    'networks for all methods': { appliesTo: needsToken, token: 'xoxb-nets-scout', detail: '127.0.0.1' },
    'networks for this one': {
      appliesTo: isTeamMethod,
      prepare: (scene, { name }) =>
        changeTeam(scene, 'T0ACME', { policies: { networks: { [name]: ['203.0.113.0/24'] } } }),
      detail: 'T0ACME',
    },
    'the team of an org-wide token': inItsTeam({ policies: { networks: { '*': ['203.0.113.0/24'] } } }),
  },
  two_factor_setup_required: {
    'its installer has none': { appliesTo: needsToken, token: 'xoxb-twofa-scout', detail: 'T0TWOFA' },
    'its person has none': {
      appliesTo: needsToken,
      token: 'xoxp-acme-ben',
      prepare: (scene) => changeTeam(scene, 'T0ACME', { policies: { require_two_factor: true } }),
      detail: 'T0ACME',
    },
    'the team of an org-wide token': inItsTeam({ policies: { require_two_factor: true } }),
  },
  not_allowed_token_type: {
    'an app-level token': {
      appliesTo: (method) => needsToken(method) && !method.tokens.includes('app'),
      token: 'xapp-1-A0SCOUT-acme',
      detail: 'kind app',
    },
    'the setting': {
      appliesTo: takesApps,
      prepare: (scene, { name }) => setMethod(scene, name, { tokenKinds: ['user'] }),
      detail: 'takes user tokens',
    },
  },
  enterprise_is_restricted: {
    'the setting': {
      appliesTo: needsToken,
      token: orgToken,
      prepare: (scene, { name }) => setMethod(scene, name, { enterprise: false }),
      detail: 'enterprise',
    },
  },
  missing_scope: {
    'none of them': {
      appliesTo: ({ scopes }) => scopes.length > 0,
      token: tokenWithoutScopes,
      detail: ({ scopes }) => scopes[0] ?? '',
    },
    'the scope to look like another': {
      appliesTo: ({ args }) => 'username' in args.shape,
      token: 'xoxb-acme-plain',
      args: () => ({ username: 'Zed' }),
      detail: 'chat:write.customize',
    },
  },
  ratelimited: {
    'no call left': {
      appliesTo: isTeamMethod,
      prepare: (scene, { name }) => changeTeam(scene, 'T0ACME', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      detail: 'try again in 60 s',
    },
    'no call left for an org-wide token in its team': {
      ...inItsTeam({ policies: {} }),
      prepare: (scene, { name }) => changeTeam(scene, 'T0GLOBEX1', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      detail: 'try again in 60 s',
    },
  },
  channel_not_found: {
    'an unknown id': { appliesTo: hasChannel, args: to('C0NOPE'), detail: 'C0NOPE' },
    'a malformed id': { appliesTo: hasChannel, args: to('help desk'), detail: 'help desk' },
    'a private channel': { appliesTo: hasChannel, args: to('C0SECRET'), detail: 'C0SECRET' },
    'the direct message of others': { appliesTo: hasChannel, args: to('D0ANAQUIET'), detail: 'D0ANAQUIET' },
    'a deleted channel': { appliesTo: hasChannel, args: to('C0VANISHED'), detail: 'C0VANISHED' },
    'a channel of another team': { appliesTo: hasChannel, args: to('C0BUSY'), detail: 'C0BUSY' },
    'a channel of another enterprise': { appliesTo: hasChannel, token: orgToken, args: to('C0BUSY'), detail: 'C0BUSY' },
    'a channel of a deleted team': {
      appliesTo: hasChannel,
      token: orgToken,
      prepare: (scene) => changeTeam(scene, 'T0GLOBEX1', { deleted: true }),
      args: to('C0GLO1'),
      detail: 'C0GLO1',
    },
  },
  team_access_not_granted: {
    'the team': {
      appliesTo: namesTeam,
      args: at('C0GLO2', 'T0GLOBEX2'),
      token: orgToken,
      detail: 'T0GLOBEX2',
    },
  },
  ekm_access_denied: {
    'the channel': { appliesTo: inPlace('ekm_access_denied'), args: to('C0FROZEN'), detail: 'C0FROZEN' },
    'the team': { appliesTo: inPlace('ekm_access_denied'), args: to('C0KEYS'), token: 'xoxb-keys-scout', detail: 'T0KEYS' },
  },
  no_permission: { 'the app is not in it': { appliesTo: inPlace('no_permission'), args: to('C0NOBOT'), detail: 'invite it' } },
  access_denied: {
    'the app is blocked in it': { appliesTo: inPlace('access_denied'), args: to('C0BLOCKED'), detail: 'A0SCOUT' },
  },
  internal_error: { 'a table that is not there': { prepare: breakATable, breaks: true, detail: 'request id' } },
  fatal_error: {
    'a commit that fails': { appliesTo: writes, prepare: closeTheStore, breaks: true, detail: 'nothing was written' },
  },
}

function hasChannel(method: Method): boolean {
  return takesApps(method) && channelArgument(method) !== undefined
}

function namesTeam(method: Method): boolean {
  return hasChannel(method) || (takesApps(method) && teamArgument(method) !== undefined)
}

/** Names a place of a team, or the team where a method takes no place. */
function at(channel: string, team: string) {
  return (method: Method) => ({ [channelArgument(method) ?? teamArgument(method) ?? '']: channelArgument(method) ? channel : team })
}

/** [ORD 8] An org-wide token acts in the team that its call names, itself or by a channel. */
function inItsTeam(change: object): CommonRefusal {
  return {
    appliesTo: namesTeam,
    token: orgToken,
    prepare: (scene) => changeTeam(scene, 'T0GLOBEX1', change),
    args: at('C0GLO1', 'T0GLOBEX1'),
    detail: 'T0GLOBEX1',
  }
}

function loseTheStore({ api, store }: Workspace): void {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fail = () => {
    throw refused
  }
  api.store = { ...store, db: Object.assign(Object.create(store.db), { selectFrom: fail }), write: async () => fail() }
  store.db.cache.clear()
}

async function breakATable({ store }: Workspace): Promise<void> {
  await store.db.schema.alterTable('meta').renameColumn('value', 'gone').execute()
  store.db.cache.clear()
}

/** What is known by heart is still answered; the commit cannot be. */
async function closeTheStore({ store, post }: Workspace, method: Method): Promise<void> {
  await post(method, wrongArgs(method), { token: tokenFor(method, acmeIds) })
  await store.close()
}
