import { z } from 'zod'
import { checkManifest, manifestArg, manifestErrors } from '#objects/manifest'
import { method } from '#rpc/method'

export const validate = method('apps.manifest.validate', {
  summary: 'Says what is wrong with the public manifest of an app, if anything is.',
  tokens: ['user'],
  scopes: ['app_configurations:read', 'app_configurations:write'],
  rate: 'tier3',
  args: z.object({
    manifest: manifestArg,
    app_id: z.string().optional().describe('The app that it is for. It is not looked at.'),
  }),
  result: z.object({}),
  errors: manifestErrors,

  async handle({ manifest }) {
    checkManifest(manifest)
    return {}
  },
})
