import { z } from 'zod'
import { actingIn } from '#domain/access/teams'
import { findByEmail } from '#domain/people/users'
import { ownTeam } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'
import { userOnWire, userShape } from '#objects/user'

export const lookupByEmail = method('users.lookupByEmail', {
  summary: 'Finds a person by their e-mail address.',
  tokens: ['bot', 'user'],
  scopes: ['users:read.email'],
  rate: 'tier3',
  args: z.object({ email: z.string().describe('The whole address; capitals do not matter.'), team_id: ownTeam }),
  result: z.object({ user: userShape }),
  errors: {
    ...teamErrors,
    users_not_found: {
      wrong: 'Nobody of the team has this address, or they left.',
      cause: 'The address is of another team or written otherwise, or the person was deleted.',
      remedy: 'Compare it with users.list; the token needs `users:read.email` to see addresses.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    const caller = await actingIn(db, by, args.team_id)
    const user = await findByEmail(db, caller.teamId, args.email)
    if (!user) throw refuse('users_not_found', `"email": nobody of the team has ${JSON.stringify(args.email)}.`)
    return { user: userOnWire(user, { email: true, locale: false }) }
  },
})
