import { z } from 'zod'
import { method } from '#rpc/method'

export const get = method('team.profile.get', {
  summary: 'Returns the fields that a team adds to profiles: none.',
  tokens: ['bot', 'user'],
  scopes: ['users.profile:read'],
  rate: 'tier3',
  args: z.object({
    visibility: z.enum(['all', 'visible', 'hidden']).optional().describe('Has no effect: there are no fields.'),
  }),
  result: z.object({ profile: z.object({ fields: z.array(z.never()), sections: z.array(z.never()) }) }),
  errors: {},

  /** [USR-9] */
  handle: async () => ({ profile: { fields: [], sections: [] } }),
})
