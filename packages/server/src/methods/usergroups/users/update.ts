import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { setUsergroupMembers } from '#domain/people/usergroups/change'
import { toUsergroupObject, usergroupObject } from '#objects/usergroup'
import { includeCount, usergroupId, usergroupTeam } from '#rpc/args/usergroup'
import { idList } from '#rpc/args/values'
import { teamErrors } from '#rpc/errors/team'
import { usergroupErrors } from '#rpc/errors/usergroup'
import { writingMethod } from '#rpc/method'

/** More would not fit into one statement of SQLite. */
const maxMembers = 5000

export const update = writingMethod('usergroups.users.update', {
  summary: 'Replaces the members of a user group.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:write'],
  rate: 'tier2',
  args: z.object({
    usergroup: usergroupId,
    users: idList
      .refine((ids) => ids.length <= maxMembers, `at most ${maxMembers} people`)
      .describe('All members from now on, joined by commas.'),
    include_count: includeCount,
    ...usergroupTeam,
  }),
  result: z.object({ usergroup: usergroupObject }),
  errors: {
    ...teamErrors,
    ...usergroupErrors,
    no_users_provided: '`users` names nobody. To empty a group, disable it.',
    invalid_users: {
      wrong: 'One of `users` is not a person of the team.',
      cause: 'The id is unknown, belongs to another team or to a bot user, or the person was deleted.',
      remedy: 'Look the ids up with users.list.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const group = await setUsergroupMembers(db, caller, args.usergroup, args.users)
    return { usergroup: toUsergroupObject(group, { users: true, count: args.include_count }) }
  },
})
