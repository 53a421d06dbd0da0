import { z } from 'zod'
import { teamOf } from '#domain/access/grants'
import { provenClient } from '#domain/oauth/clients'
import { exchangeCode, type Exchanged, type Given, renewToken } from '#domain/oauth/exchange'
import { writingMethod } from '#rpc/method'

const token = {
  access_token: z.string().optional(),
  token_type: z.enum(['bot', 'user']).optional(),
  scope: z.string().optional().describe('Joined by commas.'),
  refresh_token: z.string().optional().describe('Where the manifest has `token_rotation_enabled`.'),
  expires_in: z.int().optional().describe('Seconds.'),
}

export const access = writingMethod('oauth.v2.access', {
  summary: 'Gives an app the tokens that a person agreed to, or a new one for one that expires.',
  tokens: 'none',
  scopes: [],
  rate: 'tier4',
  secret: true,
  args: z.object({
    client_id: z.string().optional().describe('Here, or as the name of HTTP Basic.'),
    client_secret: z.string().optional().describe('Here, or as the password of HTTP Basic.'),
    code: z.string().optional().describe('What the person came back with. Good once, for ten minutes.'),
    redirect_uri: z.string().optional().describe('As it was where the person agreed.'),
    grant_type: z.string().default('authorization_code').describe('`refresh_token` renews a token.'),
    refresh_token: z.string().optional().describe('With `refresh_token` as grant: the newest one given.'),
  }),
  result: z.object({
    app_id: z.string(),
    ...token,
    bot_user_id: z.string().optional(),
    team: z.object({ id: z.string(), name: z.string() }),
    enterprise: z.object({ id: z.string() }).nullable(),
    is_enterprise_install: z.boolean(),
    authed_user: z.object({ id: z.string().optional(), ...token }).optional(),
  }),
  errors: {
    invalid_client_id: 'No app has this `client_id`.',
    bad_client_secret: {
      wrong: 'The `client_secret` is not that of the app.',
      cause: 'It is missing, misspelt, or of another app.',
      remedy: 'Take both from `rivulet env --app <name>`.',
    },
    invalid_code: {
      wrong: 'Nobody agreed to this code for this app, or too long ago.',
      cause: 'It is misspelt, of another app, over ten minutes old, or who agreed has left.',
      remedy: 'Send the person to /oauth/v2/authorize again.',
    },
    code_already_used: {
      wrong: 'The tokens for this code were fetched already.',
      cause: 'The address that the person came back to was opened twice.',
      remedy: 'Send the person to /oauth/v2/authorize again.',
    },
    bad_redirect_uri: {
      wrong: 'The `redirect_uri` is not the one with which the person agreed.',
      cause: 'It was sent to one of the two and not to the other, or differs by a letter.',
      remedy: 'Send the same to both, or to none.',
    },
    invalid_grant_type: 'The `grant_type` is neither `authorization_code` nor `refresh_token`.',
    invalid_refresh_token: {
      wrong: 'The refresh token is good no more.',
      cause: 'It was used, its token was revoked, or it is of another app.',
      remedy: 'Use the newest one that was given; where it is lost, send the person to /oauth/v2/authorize again.',
    },
  },

  /** [APP-7, APP-8] */
  async handle(args, { db, refuse }) {
    const app = await provenClient(db, args.client_id, args.client_secret)
    const { grant_type: grant, code = '', refresh_token: refresh = '' } = args
    if (grant !== 'authorization_code' && grant !== 'refresh_token')
      throw refuse('invalid_grant_type', `"grant_type": ${JSON.stringify(grant)} is none that is known.`)
    const exchanged =
      grant === 'refresh_token'
        ? await renewToken(db, app, refresh)
        : await exchangeCode(db, app, code, args.redirect_uri)
    const team = await teamOf(db, exchanged.teamId)
    return {
      app_id: app.id,
      ...tokens(exchanged, grant),
      team: { id: exchanged.teamId, name: team?.name ?? '' },
      enterprise: team?.enterpriseId === undefined ? null : { id: team.enterpriseId },
      is_enterprise_install: false,
    }
  },
})

/** A person's token stands apart; renewed alone, it stands where a bot's does. */
function tokens({ app, bot, user, userId }: Exchanged, grant: string) {
  if (grant === 'refresh_token' && user) return { ...shown(user, 'user'), authed_user: { id: userId } }
  return {
    ...(bot ? { ...shown(bot, 'bot'), bot_user_id: app.bot_user } : {}),
    ...(userId === undefined ? {} : { authed_user: { id: userId, ...(user ? shown(user, 'user') : {}) } }),
  }
}

function shown({ token, scopes, refreshToken, expiresIn }: Given, type: 'bot' | 'user') {
  const rotation = refreshToken === undefined ? {} : { refresh_token: refreshToken, expires_in: expiresIn }
  return { access_token: token, token_type: type, scope: scopes.join(','), ...rotation }
}
