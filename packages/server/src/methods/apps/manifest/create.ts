import { z } from 'zod'
import { deriveVerificationToken } from '#domain/apps/credentials'
import { openClientSecret, openSigningSecret } from '#domain/apps/secrets'
import { createApp } from '#domain/apps/install'
import { findTeam } from '#domain/access/teams'
import { readManifest } from '#domain/apps/manifest'
import { checkManifest, manifestArg, manifestErrors } from '#rpc/args/manifest'
import { writingMethod } from '#rpc/method'

export const create = writingMethod('apps.manifest.create', {
  summary: 'Creates an app from its public manifest, without installing it.',
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
    oauth_authorize_url: z.string().describe('The address where a person installs the app.'),
    team_id: z.string(),
    team_domain: z.string(),
  }),
  errors: manifestErrors,

  /** [APP-9] */
  async handle({ manifest }, { caller, db }) {
    checkManifest(manifest)
    const app = await createApp(db, manifest, caller.teamId)
    const { botScopes, userScopes } = readManifest(manifest, app.id)
    const query = new URLSearchParams({ client_id: app.client_id ?? '', scope: botScopes.join(',') })
    if (userScopes.length > 0) query.set('user_scope', userScopes.join(','))
    return {
      app_id: app.id,
      credentials: {
        client_id: app.client_id ?? '',
        client_secret: openClientSecret(db, app),
        verification_token: deriveVerificationToken(db, app),
        signing_secret: openSigningSecret(db, app),
      },
      oauth_authorize_url: `${db.cache.publicUrl}/oauth/v2/authorize?${query.toString()}`,
      team_id: caller.teamId,
      team_domain: (await findTeam(db, caller.teamId))?.domain ?? '',
    }
  },
})
