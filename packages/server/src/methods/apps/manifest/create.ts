import { z } from 'zod'
import { verificationToken } from '#domain/apps/credentials'
import { createApp } from '#domain/apps/install'
import { teamOf } from '#domain/access/grants'
import { manifestFacts } from '#domain/apps/manifest'
import { checkManifest, manifestArg, manifestErrors } from '#objects/manifest'
import { writingMethod } from '#rpc/method'

export const create = writingMethod('apps.manifest.create', {
  summary: 'Makes an app of its public manifest. It is installed nowhere yet.',
  tokens: ['user'],
  scopes: ['app_configurations:write'],
  rate: 'tier1',
  secret: true,
  args: z.object({ manifest: manifestArg }),
  result: z.object({
    app_id: z.string(),
    credentials: z.object({
      client_id: z.string(),
      client_secret: z.string(),
      verification_token: z.string(),
      signing_secret: z.string(),
    }),
    oauth_authorize_url: z.string().describe('Where a person installs it.'),
    team_id: z.string(),
    team_domain: z.string(),
  }),
  errors: manifestErrors,

  /** [APP-9] */
  async handle({ manifest }, { caller, db }) {
    checkManifest(manifest)
    const app = await createApp(db, manifest, caller.teamId)
    const { botScopes, userScopes } = manifestFacts(manifest, app.id)
    const query = new URLSearchParams({ client_id: app.client_id ?? '', scope: botScopes.join(',') })
    if (userScopes.length > 0) query.set('user_scope', userScopes.join(','))
    return {
      app_id: app.id,
      credentials: {
        client_id: app.client_id ?? '',
        client_secret: app.client_secret ?? '',
        verification_token: verificationToken(app),
        signing_secret: app.signing_secret ?? '',
      },
      oauth_authorize_url: `${db.memory.publicUrl}/oauth/v2/authorize?${query.toString()}`,
      team_id: caller.teamId,
      team_domain: (await teamOf(db, caller.teamId))?.domain ?? '',
    }
  },
})
