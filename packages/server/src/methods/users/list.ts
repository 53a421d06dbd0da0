import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { slackbotId, slackbotIn } from '#domain/people/profile/slackbot'
import { listUsers } from '#domain/people/users'
import { cursor, flag, limitUpTo, ownTeam } from '#rpc/args/values'
import { method } from '#rpc/method'
import { limitErrors } from '#rpc/errors/page'
import { teamErrors } from '#rpc/errors/team'
import { toPage, decodeCursor, pageMetadata } from '#objects/page'
import { toUserObjects, userObject } from '#objects/user'

export const list = method('users.list', {
  summary: 'Lists the people and bot users of the team.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier2',
  args: z.object({
    include_locale: flag.default(false).describe('Whether to include the locales.'),
    limit: limitUpTo(1000, 1000),
    cursor,
    team_id: ownTeam,
  }),
  result: z.object({ members: z.array(userObject), cache_ts: z.int(), response_metadata: pageMetadata }),
  errors: { ...teamErrors, ...limitErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const after = decodeCursor('users', args.cursor)
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    // [USR-11] It comes first, and the others after it by their ids.
    const first = after === '' ? [slackbotIn(caller.teamId)] : []
    const from = { after: after === slackbotId ? '' : after, limit: args.limit + 1 - first.length }
    const rows = [...first, ...(await listUsers(db, caller.teamId, from))]
    const page = rows.slice(0, args.limit)
    const shown = { email: caller.scopes.includes('users:read.email'), locale: args.include_locale }
    const keys = page.map(({ id }) => id)
    const { shown: members, metadata } = toPage(
      'users',
      await toUserObjects(db, page, shown),
      keys,
      rows.length > page.length ? keys.at(-1) : undefined,
    )
    return {
      members,
      cache_ts: Math.floor(Math.max(0, ...page.map((user) => user.updated_at)) / 1000),
      response_metadata: metadata,
    }
  },
})
