import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { uninstallApp } from '#domain/apps/uninstall'
import { authenticateClient } from '#domain/oauth/clients'
import { flag, ownTeam, shortId, secret } from '#rpc/args/values'
import { teamErrors } from '#rpc/errors/team'
import { writingMethod } from '#rpc/method'

export const uninstall = writingMethod('apps.uninstall', {
  summary: 'Uninstalls the app from the team: revokes its tokens there and removes its bot user.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier1',
  byGet: true,
  args: z.object({
    client_id: shortId.describe('The client id of the app that the token belongs to.'),
    client_secret: secret.describe('The client secret of the same app.'),
    test: flag.default(false).describe('Whether this is only a test that uninstalls nothing.'),
    team_id: ownTeam,
  }),
  result: z.object({}),
  errors: {
    ...teamErrors,
    invalid_client_id: 'No app has this `client_id`.',
    bad_client_secret: 'The `client_secret` does not belong to the app.',
    client_id_token_mismatch: 'The token and the `client_id` belong to different apps.',
  },

  /** [APP-10] */
  async handle(args, { caller: tokenCaller, db, refuse }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const app = await authenticateClient(db, args.client_id, args.client_secret)
    if (caller.app?.id !== app.id) throw refuse('client_id_token_mismatch', `The token is not of the app ${app.id}.`)
    if (!args.test) await uninstallApp(db, app, caller.teamId)
    return {}
  },
})
