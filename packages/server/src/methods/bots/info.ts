import { z } from 'zod'
import { appOfBot } from '#domain/apps/profiles'
import { actingIn } from '#domain/access/teams'
import { ownTeam } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'

export const info = method('bots.info', {
  summary: 'Tells which app a bot id belongs to.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier3',
  args: z.object({ bot: z.string().default('').describe('The `bot_id` of a message.'), team_id: ownTeam }),
  result: z.object({
    bot: z.object({
      id: z.string(),
      app_id: z.string(),
      user_id: z.string(),
      name: z.string(),
      deleted: z.boolean(),
      updated: z.int(),
      icons: z.record(z.string(), z.string()),
    }),
  }),
  errors: {
    ...teamErrors,
    bot_not_found: {
      wrong: 'No app that is installed in the team has this bot id.',
      cause: 'An id of nothing or of another team, or the id of a bot user (`U…`) in place of a bot (`B…`).',
      remedy: 'Use the `bot_id` of a message, or of auth.test.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    const caller = await actingIn(db, by, args.team_id)
    const app = await appOfBot(db, caller.teamId, args.bot)
    if (!app) throw refuse('bot_not_found', `"bot": no app of the team is ${JSON.stringify(args.bot)}.`)
    return {
      bot: {
        id: app.botId,
        app_id: app.id,
        user_id: app.botUser,
        name: app.name,
        deleted: app.removed,
        updated: 0,
        icons: {},
      },
    }
  },
})
