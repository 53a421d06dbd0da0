import { z } from 'zod'
import { appOfTeam } from '#domain/apps/find'
import { method } from '#rpc/method'

export const exportManifest = method('apps.manifest.export', {
  summary: 'Gives the manifest of an app of the team, with all that was in it.',
  tokens: ['user'],
  scopes: ['app_configurations:read', 'app_configurations:write'],
  rate: 'tier3',
  args: z.object({ app_id: z.string().describe('The app.') }),
  result: z.object({ manifest: z.record(z.string(), z.unknown()) }),
  errors: { app_not_found: 'The team has no app of this id: none was made or is installed there.' },

  /** [APP-9] */
  async handle({ app_id: id }, { caller, db, refuse }) {
    const app = await appOfTeam(db, caller.teamId, id)
    if (!app) throw refuse('app_not_found', `"app_id": the team has no app ${JSON.stringify(id)}.`)
    return { manifest: app.manifest }
  },
})
