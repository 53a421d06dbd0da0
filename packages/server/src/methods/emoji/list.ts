import { z } from 'zod'
import { actingIn, emojiOf } from '#domain/access/teams'
import { ownTeam } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'

export const list = method('emoji.list', {
  summary: 'Lists the custom emoji of the team.',
  tokens: ['bot', 'user'],
  scopes: ['emoji:read'],
  rate: 'tier2',
  args: z.object({ team_id: ownTeam }),
  result: z.object({
    emoji: z.record(z.string(), z.string()).describe('By name: the address of an image, or `alias:` and another name.'),
  }),
  errors: teamErrors,

  async handle(args, { caller: by, db }) {
    const caller = await actingIn(db, by, args.team_id)
    return { emoji: await emojiOf(db, caller.teamId) }
  },
})
