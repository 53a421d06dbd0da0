import { z } from 'zod'
import { findPresence } from '#domain/people/presence'
import { slackbotId } from '#domain/people/profile/slackbot'
import { userId } from '#rpc/args/values'
import { method } from '#rpc/method'

export const getPresence = method('users.getPresence', {
  summary: 'Says whether a person or bot user is active.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier3',
  args: z.object({ user: userId.optional().describe('The person or bot user. The caller by default.') }),
  result: z.object({
    presence: z.enum(['active', 'away']),
    online: z.boolean().optional().describe('This and the rest is answered about the caller only.'),
    auto_away: z.boolean().optional(),
    manual_away: z.boolean().optional(),
    connection_count: z.int().optional(),
    last_activity: z.int().optional().describe('In Unix seconds.'),
  }),
  errors: { user_not_found: 'Nobody in the team has this id.' },

  async handle(args, { caller, db, refuse }) {
    const id = args.user || caller.userId
    if (id === slackbotId) return { presence: 'active' as const }
    const found = (await findPresence(db, caller.teamId, [id])).get(id)
    if (!found) throw refuse('user_not_found', `"user": nobody in the team has the id ${JSON.stringify(id)}.`)
    const presence = found.activeUntil > 0 ? ('active' as const) : ('away' as const)
    if (id !== caller.userId) return { presence }
    return {
      presence,
      online: found.connections > 0,
      auto_away: presence === 'away' && !found.away,
      manual_away: found.away,
      connection_count: found.connections,
      ...(found.lastActivity === undefined ? {} : { last_activity: Math.floor(found.lastActivity / 1000) }),
    }
  },
})
