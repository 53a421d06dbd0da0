import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { deleteOwnApp } from '#domain/apps/ownApp'
import { ownAppErrors } from '#rpc/errors/ownApp'
import { writingMethod } from '#rpc/method'

export const deleteApp = writingMethod('apps.manifest.delete', {
  summary: 'Deletes an app that was created in the team, and uninstalls it everywhere.',
  tokens: ['user'],
  scopes: ['app_configurations:write'],
  rate: 'tier1',
  args: z.object({ app_id: shortId.describe('The app.') }),
  result: z.object({}),
  errors: ownAppErrors,

  /** [APP-14] */
  async handle({ app_id: id }, { caller, db }) {
    await deleteOwnApp(db, caller.teamId, id)
    return {}
  },
})
