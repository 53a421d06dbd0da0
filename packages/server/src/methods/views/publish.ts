import { z } from 'zod'
import { appProfiles } from '#domain/apps/profiles'
import { asApp } from '#domain/access/caller'
import { findUser } from '#domain/people/users'
import { publishHome } from '#domain/views/change'
import { viewOnWire, viewShape } from '#objects/view'
import { userId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { hashErrors, viewErrors } from '#rpc/errors/view'
import { home, viewHash } from '#rpc/args/views'

export const publish = writingMethod('views.publish', {
  summary: 'Says what the app’s home shows to one person.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({
    user_id: userId.describe('The person whose home of the app it is.'),
    view: home,
    hash: viewHash,
  }),

  result: z.object({ view: viewShape }),

  errors: {
    ...viewErrors,
    ...hashErrors,
    not_enabled: {
      wrong: 'The app has no home.',
      cause: 'Its manifest does not have `features.app_home.home_tab_enabled: true`.',
      remedy: 'Turn it on in the manifest.',
    },
    user_not_found: {
      wrong: '`user_id` names no person of the team.',
      cause: 'An id of nobody, of an app, or of somebody who left.',
      remedy: 'Take the id from an event or from users.list.',
    },
  },

  async handle({ user_id: user, view, hash }, { caller, db, refuse }) {
    const { app, teamId } = asApp(caller)
    const profile = (await appProfiles(db, [app.id])).get(app.id)
    if (!profile?.homeTab) throw refuse('not_enabled', `${app.name} has no home: see its manifest.`)
    const person = await findUser(db, teamId, user)
    if (!person || person.deleted || person.app_id !== null)
      throw refuse('user_not_found', `"user_id": ${JSON.stringify(user)} is no person of the team.`)
    const row = await publishHome(db, { teamId, appId: app.id, userId: user }, view, hash)
    return { view: viewOnWire(row, app.botId) }
  },
})
