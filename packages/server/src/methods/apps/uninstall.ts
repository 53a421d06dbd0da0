import { z } from 'zod'
import { uninstallApp } from '#domain/apps/uninstall'
import { provenClient } from '#domain/oauth/clients'
import { flag } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'

export const uninstall = writingMethod('apps.uninstall', {
  summary: 'Takes the app out of the team: its tokens there are worth nothing from then on, and its bot user is gone.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier1',
  byGet: true,
  args: z.object({
    client_id: z.string().describe('Of the app whose token it is.'),
    client_secret: z.string().describe('Of the same app.'),
    test: flag.default(false).describe('Whether to only try: the app stays.'),
  }),
  result: z.object({}),
  errors: {
    invalid_client_id: 'No app has this `client_id`.',
    bad_client_secret: 'The `client_secret` is not that of the app.',
    client_id_token_mismatch: 'The token is of another app than the `client_id`.',
  },

  /** [APP-10] */
  async handle(args, { caller, db, refuse }) {
    const app = await provenClient(db, args.client_id, args.client_secret)
    if (caller.app?.id !== app.id) throw refuse('client_id_token_mismatch', `The token is not of the app ${app.id}.`)
    if (!args.test) await uninstallApp(db, app, caller.teamId)
    return {}
  },
})
