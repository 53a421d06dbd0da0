import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { setAway } from '#domain/people/presence'
import { writingMethod } from '#rpc/method'

export const setPresence = writingMethod('users.setPresence', {
  summary: 'Shows the caller as away, or by what they do.',
  tokens: ['bot', 'user'],
  scopes: ['users:write'],
  rate: 'tier2',
  args: z.object({ presence: shortId.describe('`auto` or `away`.') }),
  result: z.object({}),
  errors: { invalid_presence: '`presence` is neither `auto` nor `away`.' },

  async handle({ presence }, { caller, db, refuse }) {
    if (presence !== 'auto' && presence !== 'away')
      throw refuse('invalid_presence', `"presence": ${JSON.stringify(presence)} is neither "auto" nor "away".`)
    await setAway(db, caller, presence === 'away')
    return {}
  },
})
