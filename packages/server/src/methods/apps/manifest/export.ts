import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { findAppOfTeam } from '#domain/apps/find'
import { method } from '#rpc/method'

export const exportManifest = method('apps.manifest.export', {
  summary: 'Returns the whole manifest of an app of the team.',
  tokens: ['user'],
  scopes: ['app_configurations:read', 'app_configurations:write'],
  rate: 'tier3',
  args: z.object({ app_id: shortId.describe('The app.') }),
  result: z.object({ manifest: z.record(z.string(), z.unknown()) }),
  errors: { app_not_found: 'No app with this id was created or is installed in the team.' },

  /** [APP-9] */
  async handle({ app_id: id }, { caller, db, refuse }) {
    const app = await findAppOfTeam(db, caller.teamId, id)
    if (!app) throw refuse('app_not_found', `"app_id": the team has no app ${JSON.stringify(id)}.`)
    return { manifest: app.manifest }
  },
})
