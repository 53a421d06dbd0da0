import { z } from 'zod'
import { findUser } from '#domain/people/users'
import { flag, userId } from '#rpc/args/args'
import { method } from '#rpc/method'
import { userOnWire, userShape } from '#objects/user'

export const info = method('users.info', {
  summary: 'Tells about a person or bot user.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier4',
  args: z.object({ user: userId, include_locale: flag.default(false).describe('Whether to tell the locale.') }),
  result: z.object({ user: userShape }),
  errors: {
    user_not_found: {
      wrong: 'Nobody of the team has this id.',
      cause: 'An id of another team, or of nobody.',
      remedy: 'Look the id up with users.list.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    const user = await findUser(db, caller.teamId, args.user)
    if (!user) throw refuse('user_not_found', `"user": nobody of the team is ${JSON.stringify(args.user)}.`)
    return {
      user: userOnWire(user, { email: caller.scopes.includes('users:read.email'), locale: args.include_locale }),
    }
  },
})
