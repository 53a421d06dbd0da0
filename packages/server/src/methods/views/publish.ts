import { z } from 'zod'
import { findAppProfiles } from '#domain/apps/profiles'
import { requireApp } from '#domain/access/caller'
import { findUser } from '#domain/people/users'
import { publishHome } from '#domain/views/home'
import { toViewObject, viewObject } from '#objects/view'
import { userId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { hashErrors, viewErrors } from '#rpc/errors/view'
import { home, viewHash } from '#rpc/args/views'

export const publish = writingMethod('views.publish', {
  summary: 'Publishes the app’s Home tab for one person.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({
    user_id: userId.describe('The person who sees the Home tab.'),
    view: home,
    hash: viewHash,
  }),

  result: z.object({ view: viewObject }),

  errors: {
    ...viewErrors,
    ...hashErrors,
    not_enabled: {
      wrong: 'The app has no Home tab.',
      cause: 'Its manifest lacks `features.app_home.home_tab_enabled: true`.',
      remedy: 'Turn it on in the manifest.',
    },
    user_not_found: {
      wrong: 'No person in the team has the id `user_id`.',
      cause: 'The id is unknown, belongs to an app, or its person was deleted.',
      remedy: 'Take the id from an event or from users.list.',
    },
  },

  async handle({ user_id: user, view, hash }, { caller, db, refuse }) {
    const { app, teamId } = requireApp(caller)
    const profile = (await findAppProfiles(db, [app.id])).get(app.id)
    if (!profile?.homeTab) throw refuse('not_enabled', `${app.name} has no home: see its manifest.`)
    const person = await findUser(db, teamId, user)
    if (!person || person.deleted || person.app_id !== null)
      throw refuse('user_not_found', `"user_id": ${JSON.stringify(user)} is no person of the team.`)
    const row = await publishHome(db, { teamId, appId: app.id, userId: user }, view, hash)
    return { view: toViewObject(row, app.botId) }
  },
})
