import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { listUsergroups } from '#domain/people/usergroups/find'
import { toUsergroupObject, usergroupObject } from '#objects/usergroup'
import { includeCount, includeDisabled, usergroupTeam } from '#rpc/args/usergroup'
import { flag } from '#rpc/args/values'
import { teamErrors } from '#rpc/errors/team'
import { pageMetadata, toPageOfList } from '#objects/page'
import { cursor } from '#rpc/args/values'
import { pageErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'

export const list = method('usergroups.list', {
  summary: 'Lists the user groups of the team.',
  tokens: ['bot', 'user'],
  scopes: ['usergroups:read'],
  rate: 'tier2',
  args: z.object({
    include_users: flag.default(false).describe('Whether to include the members.'),
    include_count: includeCount,
    include_disabled: includeDisabled,
    cursor,
    ...usergroupTeam,
  }),
  result: z.object({ usergroups: z.array(usergroupObject), response_metadata: pageMetadata.optional() }),
  errors: { ...teamErrors, ...pageErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const groups = await listUsergroups(db, caller.teamId)
    const shown = { users: args.include_users, count: args.include_count }
    const objects = groups
      .filter((group) => group.disabled_at === null || args.include_disabled)
      .map((group) => toUsergroupObject(group, shown))
    const { shown: usergroups, page } = toPageOfList('usergroups', objects, ({ id }) => id, args.cursor)
    return { usergroups, ...page }
  },
})
