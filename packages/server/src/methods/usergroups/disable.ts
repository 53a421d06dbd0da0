import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { setUsergroupInUse } from '#domain/people/usergroups/change'
import { toUsergroupObject, usergroupObject } from '#objects/usergroup'
import { includeCount, usergroupId, usergroupTeam } from '#rpc/args/usergroup'
import { teamErrors } from '#rpc/errors/team'
import { usergroupErrors } from '#rpc/errors/usergroup'
import { writingMethod } from '#rpc/method'

export const disable = writingMethod('usergroups.disable', {
  summary: 'Takes a user group out of use. Its members stay.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:write'],
  rate: 'tier2',
  args: z.object({ usergroup: usergroupId, include_count: includeCount, ...usergroupTeam }),
  result: z.object({ usergroup: usergroupObject }),
  errors: { ...teamErrors, ...usergroupErrors, already_disabled: 'The group is not in use.' },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const group = await setUsergroupInUse(db, caller, args.usergroup, false)
    return { usergroup: toUsergroupObject(group, { users: true, count: args.include_count }) }
  },
})
