import { z } from 'zod'
import { slackbotId, slackbotIn } from '#domain/people/profile/slackbot'
import { findUser } from '#domain/people/users'
import { profileObject, toProfileObject } from '#objects/user'
import { flag, userId } from '#rpc/args/values'
import { method } from '#rpc/method'

export const get = method('users.profile.get', {
  summary: 'Returns the profile of a person or bot user.',
  tokens: ['bot', 'user'],
  scopes: ['users.profile:read'],
  rate: 'tier4',
  args: z.object({
    user: userId.optional().describe('The person or bot user. The caller by default.'),
    include_labels: flag.default(false).describe('Has no effect: the team has no fields of its own.'),
  }),
  result: z.object({ profile: profileObject }),
  errors: { user_not_found: 'Nobody in the team has this id.' },

  async handle(args, { caller, db, refuse }) {
    const id = args.user || caller.userId
    const user = id === slackbotId ? slackbotIn(caller.teamId) : await findUser(db, caller.teamId, id)
    if (!user) throw refuse('user_not_found', `"user": nobody in the team has the id ${JSON.stringify(id)}.`)
    return { profile: await toProfileObject(db, user, { email: caller.scopes.includes('users:read.email') }) }
  },
})
