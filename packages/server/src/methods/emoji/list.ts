import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { listCustomEmoji } from '#domain/reactions/customEmoji'
import { pageMetadata, toPageOfList } from '#objects/page'
import { cursor, ownTeam } from '#rpc/args/values'
import { method } from '#rpc/method'
import { pageErrors } from '#rpc/errors/page'
import { teamErrors } from '#rpc/errors/team'

export const list = method('emoji.list', {
  summary: 'Lists the custom emoji of the team.',
  tokens: ['bot', 'user'],
  scopes: ['emoji:read'],
  rate: 'tier2',
  args: z.object({ cursor, team_id: ownTeam }),
  result: z.object({
    emoji: z
      .record(z.string(), z.string())
      .describe('By name: the address of an image, or `alias:` followed by another name.'),
    response_metadata: pageMetadata.optional(),
  }),
  errors: { ...teamErrors, ...pageErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const emoji = Object.entries(await listCustomEmoji(db, caller.teamId))
    const { shown, page } = toPageOfList('emoji', emoji, ([name]) => name, args.cursor)
    return { emoji: Object.fromEntries(shown), ...page }
  },
})
