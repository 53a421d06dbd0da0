import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { updateUsergroup } from '#domain/people/usergroups/change'
import { toUsergroupObject, usergroupObject } from '#objects/usergroup'
import { includeCount, usergroupFacts, usergroupId, usergroupName, usergroupTeam } from '#rpc/args/usergroup'
import { teamErrors } from '#rpc/errors/team'
import { usergroupErrors, usergroupNameErrors } from '#rpc/errors/usergroup'
import { writingMethod } from '#rpc/method'

export const update = writingMethod('usergroups.update', {
  summary: 'Changes what a user group says about itself. What is left out stays.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:write'],
  rate: 'tier2',
  args: z.object({
    usergroup: usergroupId,
    name: usergroupName.optional().describe('The new name of the group.'),
    ...usergroupFacts,
    include_count: includeCount,
    ...usergroupTeam,
  }),
  result: z.object({ usergroup: usergroupObject }),
  errors: { ...teamErrors, ...usergroupErrors, ...usergroupNameErrors },

  async handle({ team_id, usergroup, include_count, ...facts }, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, team_id)
    const group = await updateUsergroup(db, caller, usergroup, facts)
    return { usergroup: toUsergroupObject(group, { users: true, count: include_count }) }
  },
})
