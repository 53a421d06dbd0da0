import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { findListedUsergroup } from '#domain/people/usergroups/find'
import { includeDisabled, usergroupId, usergroupTeam } from '#rpc/args/usergroup'
import { teamErrors } from '#rpc/errors/team'
import { usergroupErrors } from '#rpc/errors/usergroup'
import { method } from '#rpc/method'

export const list = method('usergroups.users.list', {
  summary: 'Lists the members of a user group.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:read'],
  rate: 'tier2',
  args: z.object({ usergroup: usergroupId, include_disabled: includeDisabled, ...usergroupTeam }),
  result: z.object({ users: z.array(z.string()) }),
  errors: { ...teamErrors, ...usergroupErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const group = await findListedUsergroup(db, caller.teamId, args.usergroup, args.include_disabled)
    return { users: group.users }
  },
})
