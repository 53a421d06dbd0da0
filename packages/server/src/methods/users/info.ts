import { z } from 'zod'
import { slackbotId, slackbotIn } from '#domain/people/profile/slackbot'
import { findUser } from '#domain/people/users'
import { flag, userId } from '#rpc/args/values'
import { method } from '#rpc/method'
import { toUserObject, userObject } from '#objects/user'

export const info = method('users.info', {
  summary: 'Returns a person or bot user.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier4',
  args: z.object({ user: userId, include_locale: flag.default(false).describe('Whether to include the locale.') }),
  result: z.object({ user: userObject }),
  errors: {
    user_not_found: {
      wrong: 'Nobody in the team has this id.',
      cause: 'The id is unknown or belongs to another team.',
      remedy: 'Look the id up with users.list.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    const isSlackbot = args.user === slackbotId
    const user = isSlackbot ? slackbotIn(caller.teamId) : await findUser(db, caller.teamId, args.user)
    if (!user) throw refuse('user_not_found', `"user": nobody in the team has the id ${JSON.stringify(args.user)}.`)
    const shown = { email: caller.scopes.includes('users:read.email'), locale: args.include_locale }
    return { user: await toUserObject(db, user, shown) }
  },
})
