import { z } from 'zod'
import { exchangeGrant } from '#domain/oauth/exchangeGrant'
import { signIdToken } from '#domain/oauth/idToken'
import { toIdentity } from '#objects/identity'
import { oauthGrant } from '#rpc/args/oauth/grant'
import { writingMethod } from '#rpc/method'

/** How long an id token says who somebody is, seconds. */
const idTokenSeconds = 300

export const token = writingMethod('openid.connect.token', {
  summary: 'Exchanges the code of a person who signs in for an access token and an id token.',
  tokens: 'none',
  scopes: [],
  rate: 'tier4',
  secret: true,
  args: z.object(oauthGrant),
  result: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    id_token: z.string().describe('A JSON Web Token, signed with a key of /openid/connect/keys.'),
    refresh_token: z.string().optional(),
    expires_in: z.int().optional().describe('In seconds.'),
  }),
  errors: {
    invalid_client_id: 'No app has this `client_id`.',
    bad_client_secret: 'The `client_secret` does not belong to the app.',
    invalid_code: {
      wrong: 'The code is unknown for this app, has expired, or is not one of a sign-in.',
      cause:
        'It is misspelt or older than ten minutes, or the page was /oauth/v2/authorize, or was not asked for `openid`.',
      remedy: 'Send the person to /openid/connect/authorize with `scope=openid`.',
    },
    code_already_used: 'The code has been used.',
    bad_redirect_uri: 'The `redirect_uri` is not the one with which the person agreed.',
    invalid_code_verifier: 'The `code_verifier` does not belong to the code.',
    invalid_grant_type: 'The `grant_type` is neither `authorization_code` nor `refresh_token`.',
    invalid_refresh_token: 'The refresh token is not valid any more, or not one of a sign-in.',
  },

  /** [APP-20] */
  async handle(args, { db, refuse }) {
    const { app, user, userId, teamId, nonce } = await exchangeGrant(db, args)
    if (!user || userId === undefined || !user.scopes.includes('openid'))
      throw refuse(
        args.grant_type === 'refresh_token' ? 'invalid_refresh_token' : 'invalid_code',
        'Nobody has signed in with this: it has no `openid`.',
      )
    const now = Math.floor(db.clock.now() / 1000)
    const identity = await toIdentity(db, { teamId, userId, scopes: user.scopes })
    const claims = { iss: db.cache.publicUrl, aud: app.client_id, iat: now, exp: now + idTokenSeconds, auth_time: now }
    return {
      access_token: user.token,
      token_type: 'Bearer' as const,
      id_token: await signIdToken(db, { ...claims, ...(nonce ? { nonce } : {}), ...identity }),
      ...(user.refreshToken === undefined ? {} : { refresh_token: user.refreshToken, expires_in: user.expiresIn }),
    }
  },
})
