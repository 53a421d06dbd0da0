import { maxLength } from '#domain/lengths'
import { secret, shortId, textUpTo } from '#rpc/args/values'

/** What an app exchanges for tokens: a code, or a refresh token. */
export const oauthGrant = {
  client_id: shortId.optional().describe('The client id, here or as the user name of HTTP Basic.'),
  client_secret: secret.optional().describe('The client secret, here or as the password of HTTP Basic.'),
  code: secret.optional().describe('The code with which the person came back. Valid once, for ten minutes.'),
  redirect_uri: textUpTo(maxLength.address).optional().describe('The same as when the person agreed.'),
  code_verifier: textUpTo(128)
    .optional()
    .describe('PKCE: what `code_challenge` was made of. With it a public client needs no secret.'),
  grant_type: shortId.default('authorization_code').describe('`refresh_token` renews a token.'),
  refresh_token: secret.optional().describe('For the grant `refresh_token`: the newest refresh token.'),
}
