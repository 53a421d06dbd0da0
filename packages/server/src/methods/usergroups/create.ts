import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { createUsergroup } from '#domain/people/usergroups/change'
import { toUsergroupObject, usergroupObject } from '#objects/usergroup'
import { includeCount, usergroupFacts, usergroupName, usergroupTeam } from '#rpc/args/usergroup'
import { teamErrors } from '#rpc/errors/team'
import { usergroupNameErrors } from '#rpc/errors/usergroup'
import { writingMethod } from '#rpc/method'

export const create = writingMethod('usergroups.create', {
  summary: 'Creates a user group, without members.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:write'],
  rate: 'tier2',
  args: z.object({
    name: usergroupName.describe('The name of the group.'),
    ...usergroupFacts,
    include_count: includeCount,
    ...usergroupTeam,
  }),
  result: z.object({ usergroup: usergroupObject }),
  errors: { ...teamErrors, ...usergroupNameErrors, too_many_usergroups: 'The team has 1,000 user groups.' },

  async handle({ team_id, include_count, ...facts }, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, team_id)
    const group = await createUsergroup(db, caller, facts)
    return { usergroup: toUsergroupObject(group, { users: true, count: include_count }) }
  },
})
