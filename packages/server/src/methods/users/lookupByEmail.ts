import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { actInTeam } from '#domain/access/teams'
import { findUserByEmail } from '#domain/people/users'
import { ownTeam, textUpTo } from '#rpc/args/values'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { toUserObject, userObject } from '#objects/user'

export const lookupByEmail = method('users.lookupByEmail', {
  summary: 'Finds a person by their e-mail address.',
  tokens: ['bot', 'user'],
  scopes: ['users:read.email'],
  rate: 'tier3',
  args: z.object({ email: textUpTo(maxLength.email).describe('The whole address, in any case.'), team_id: ownTeam }),
  result: z.object({ user: userObject }),
  errors: {
    ...teamErrors,
    users_not_found: {
      wrong: 'Nobody in the team has this address, or the person was deleted.',
      cause: 'The address belongs to another team or is spelt differently, or the person was deleted.',
      remedy: 'Compare it with users.list; the token needs `users:read.email` to see addresses.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const user = await findUserByEmail(db, caller.teamId, args.email)
    if (!user) throw refuse('users_not_found', `"email": nobody of the team has ${JSON.stringify(args.email)}.`)
    return { user: await toUserObject(db, user, { email: true }) }
  },
})
