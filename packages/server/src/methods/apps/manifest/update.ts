import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { updateManifest } from '#domain/apps/ownApp'
import { checkManifest, manifestArg, manifestErrors } from '#rpc/args/manifest'
import { ownAppErrors } from '#rpc/errors/ownApp'
import { writingMethod } from '#rpc/method'

export const updateApp = writingMethod('apps.manifest.update', {
  summary: 'Gives an app that was created in the team another manifest.',
  tokens: ['user'],
  scopes: ['app_configurations:write'],
  rate: 'tier1',
  args: z.object({ app_id: shortId.describe('The app.'), manifest: manifestArg }),
  result: z.object({
    app_id: z.string(),
    permissions_updated: z
      .boolean()
      .describe('Whether the scopes have changed. Tokens get the new ones when the app is installed again.'),
  }),
  errors: { ...manifestErrors, ...ownAppErrors },

  /** [APP-14] */
  async handle({ app_id: id, manifest }, { caller, db }) {
    checkManifest(manifest)
    return { app_id: id, permissions_updated: await updateManifest(db, caller.teamId, id, manifest) }
  },
})
