import { z } from 'zod'
import { findEnterpriseName, findTeam } from '#domain/access/teams'
import type { IssuedToken, TokenExchange } from '#domain/oauth/exchangeCode'
import { exchangeGrant } from '#domain/oauth/exchangeGrant'
import { oauthGrant } from '#rpc/args/oauth/grant'
import { writingMethod } from '#rpc/method'

const token = {
  access_token: z.string().optional(),
  token_type: z.enum(['bot', 'user']).optional(),
  scope: z.string().optional().describe('Joined by commas.'),
  refresh_token: z.string().optional().describe('Set if the manifest has `token_rotation_enabled`.'),
  expires_in: z.int().optional().describe('In seconds.'),
}

export const access = writingMethod('oauth.v2.access', {
  summary: 'Exchanges a code for the tokens that a person agreed to, or a refresh token for a new token.',
  tokens: 'none',
  scopes: [],
  rate: 'tier4',
  secret: true,
  args: z.object(oauthGrant),
  result: z.object({
    app_id: z.string(),
    ...token,
    bot_user_id: z.string().optional(),
    team: z.object({ id: z.string(), name: z.string() }),
    enterprise: z.object({ id: z.string(), name: z.string() }).nullable(),
    is_enterprise_install: z.boolean(),
    incoming_webhook: z
      .object({ channel: z.string(), channel_id: z.string(), configuration_url: z.string(), url: z.string() })
      .optional()
      .describe(
        'With the scope `incoming-webhook`: the address at which the app posts to the channel that was chosen.',
      ),
    authed_user: z.object({ id: z.string().optional(), ...token }).optional(),
  }),
  errors: {
    invalid_client_id: 'No app has this `client_id`.',
    bad_client_secret: {
      wrong: 'The `client_secret` does not belong to the app.',
      cause: 'It is missing, misspelt, or belongs to another app.',
      remedy: 'Take both from `rivulet env --app <name>`.',
    },
    invalid_code: {
      wrong: 'The code is unknown for this app, or has expired.',
      cause: 'It is misspelt, belongs to another app, is older than ten minutes, or the person who agreed was removed.',
      remedy: 'Send the person to /oauth/v2/authorize again.',
    },
    code_already_used: {
      wrong: 'The code has been used.',
      cause: 'The redirect address was opened twice.',
      remedy: 'Send the person to /oauth/v2/authorize again.',
    },
    bad_redirect_uri: {
      wrong: 'The `redirect_uri` is not the one with which the person agreed.',
      cause: 'Only one of the two addresses had it, or they differ.',
      remedy: 'Send the same `redirect_uri` both times, or never.',
    },
    invalid_code_verifier: {
      wrong: 'The `code_verifier` does not belong to the code.',
      cause: 'It is missing, differs from what `code_challenge` was made of, or the page had no `code_challenge`.',
      remedy: 'Send the verifier of this code: `code_challenge` is its SHA-256 in base64url.',
    },
    invalid_grant_type: 'The `grant_type` is neither `authorization_code` nor `refresh_token`.',
    invalid_refresh_token: {
      wrong: 'The refresh token is not valid any more.',
      cause: 'It was used, its token was revoked, or it belongs to another app.',
      remedy: 'Use the newest refresh token. If it is lost, send the person to /oauth/v2/authorize again.',
    },
  },

  /** [APP-7, APP-8] */
  async handle(args, { db }) {
    const exchanged = await exchangeGrant(db, args)
    const team = await findTeam(db, exchanged.teamId)
    const enterprise = team?.enterpriseId
    return {
      app_id: exchanged.app.id,
      ...tokens(exchanged, args.grant_type),
      team: { id: exchanged.teamId, name: team?.name ?? '' },
      enterprise: enterprise === undefined ? null : { id: enterprise, name: await findEnterpriseName(db, enterprise) },
      is_enterprise_install: false,
      ...webhookFields(exchanged, db.cache.publicUrl),
    }
  },
})

function webhookFields({ webhook }: TokenExchange, publicUrl: string) {
  if (!webhook) return {}
  const { id, channel, url } = webhook
  const configuration_url = `${publicUrl}/services/${id}`
  return { incoming_webhook: { channel: `#${channel.name}`, channel_id: channel.id, configuration_url, url } }
}

/** A person's token goes into `authed_user`. If it is renewed on its own, it takes the place of the bot token. */
function tokens({ app, bot, user, userId }: TokenExchange, grant: string) {
  if (grant === 'refresh_token' && user) return { ...shown(user, 'user'), authed_user: { id: userId } }
  return {
    ...(bot ? { ...shown(bot, 'bot'), bot_user_id: app.bot_user } : {}),
    ...(userId === undefined ? {} : { authed_user: { id: userId, ...(user ? shown(user, 'user') : {}) } }),
  }
}

function shown({ token, scopes, refreshToken, expiresIn }: IssuedToken, type: 'bot' | 'user') {
  const rotation = refreshToken === undefined ? {} : { refresh_token: refreshToken, expires_in: expiresIn }
  return { access_token: token, token_type: type, scope: scopes.join(','), ...rotation }
}
