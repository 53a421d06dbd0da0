import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { listCustomEmoji } from '#domain/reactions/customEmoji'
import { ownTeam } from '#rpc/args/values'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'

export const list = method('emoji.list', {
  summary: 'Lists the custom emoji of the team.',
  tokens: ['bot', 'user'],
  scopes: ['emoji:read'],
  rate: 'tier2',
  args: z.object({ team_id: ownTeam }),
  result: z.object({
    emoji: z
      .record(z.string(), z.string())
      .describe('By name: the address of an image, or `alias:` followed by another name.'),
  }),
  errors: teamErrors,

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    return { emoji: await listCustomEmoji(db, caller.teamId) }
  },
})
