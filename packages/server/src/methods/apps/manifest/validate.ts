import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { checkManifest, manifestArg, manifestErrors } from '#rpc/args/manifest'
import { method } from '#rpc/method'

export const validate = method('apps.manifest.validate', {
  summary: 'Checks the public manifest of an app, and names every fault.',
  tokens: ['user'],
  scopes: ['app_configurations:read', 'app_configurations:write'],
  rate: 'tier3',
  args: z.object({
    manifest: manifestArg,
    app_id: shortId.optional().describe('The app. Ignored.'),
  }),
  result: z.object({}),
  errors: manifestErrors,

  async handle({ manifest }) {
    checkManifest(manifest)
    return {}
  },
})
