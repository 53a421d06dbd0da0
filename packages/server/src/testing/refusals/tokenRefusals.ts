import { setMethod } from '#testing/workspace/settings'
import { type CommonRefusal, needsToken, orgToken, takesBotTokens, tokenWithoutScopes } from './commonRefusal.ts'

/** Refusals because of the token. */
export const tokenRefusals = {
  not_authed: { 'no token': { appliesTo: needsToken, token: '', detail: 'Bearer' } },
  invalid_auth: {
    'an unknown token': { appliesTo: needsToken, token: 'xoxb-nobody', detail: 'token' },
    'an address that the token does not allow': {
      appliesTo: needsToken,
      token: 'xoxb-acme-fenced',
      detail: '127.0.0.1',
    },
  },
  token_expired: { 'an expired token': { appliesTo: needsToken, token: 'xoxb-acme-expired', detail: '2026-01-01' } },
  token_revoked: {
    'a revoked token': { appliesTo: needsToken, token: 'xoxp-acme-revoked', detail: 'revoked' },
    'a token of a deleted person': { appliesTo: needsToken, token: 'xoxp-acme-gone', detail: 'user' },
  },
  account_inactive: {
    'a token of a deleted team': { appliesTo: needsToken, token: 'xoxb-dead-scout', detail: 'team' },
  },
  not_allowed_token_type: {
    'an app-level token': {
      appliesTo: (method) => needsToken(method) && !method.tokens.includes('app'),
      token: 'xapp-1-A0SCOUT-acme',
      detail: 'kind app',
    },
    'the setting': {
      appliesTo: takesBotTokens,
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
    'no scope': {
      appliesTo: ({ scopes }) => scopes.length > 0,
      token: tokenWithoutScopes,
      detail: ({ scopes }) => scopes[0] ?? '',
    },
    'the scope to customize the name': {
      appliesTo: ({ args }) => 'username' in args.shape,
      token: 'xoxb-acme-plain',
      args: () => ({ username: 'Zed' }),
      detail: 'chat:write.customize',
    },
  },
} satisfies Record<string, Record<string, CommonRefusal>>
