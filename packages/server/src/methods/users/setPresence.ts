import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, shortId } from '#rpc/args/values'
import { setAway } from '#domain/people/presence'
import { teamErrors } from '#rpc/errors/team'
import { writingMethod } from '#rpc/method'

export const setPresence = writingMethod('users.setPresence', {
  summary: 'Shows the caller as away, or by what they do.',
  tokens: ['bot', 'user'],
  scopes: ['users:write'],
  rate: 'tier2',
  args: z.object({ presence: shortId.describe('`auto` or `away`.'), team_id: ownTeam }),
  result: z.object({}),
  errors: { ...teamErrors, invalid_presence: '`presence` is neither `auto` nor `away`.' },

  async handle({ presence, team_id: team }, { caller, db, refuse }) {
    if (presence !== 'auto' && presence !== 'away')
      throw refuse('invalid_presence', `"presence": ${JSON.stringify(presence)} is neither "auto" nor "away".`)
    await setAway(db, await actInTeam(db, caller, team), presence === 'away')
    return {}
  },
})
