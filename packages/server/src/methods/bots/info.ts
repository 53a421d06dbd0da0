import { z } from 'zod'
import { findAppByBotId } from '#domain/apps/profiles'
import { botObject, toBotObject } from '#objects/bot'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, shortId } from '#rpc/args/values'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'

export const info = method('bots.info', {
  summary: 'Returns the app that a bot id belongs to.',
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  rate: 'tier3',
  args: z.object({ bot: shortId.default('').describe('The `bot_id` of a message.'), team_id: ownTeam }),
  result: z.object({
    bot: botObject,
  }),
  errors: {
    ...teamErrors,
    bot_not_found: {
      wrong: 'No app that is installed in the team has this bot id.',
      cause: 'The id is unknown, belongs to another team, or is that of a bot user (`U…`) instead of a bot (`B…`).',
      remedy: 'Use the `bot_id` of a message, or of auth.test.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const app = await findAppByBotId(db, caller.teamId, args.bot)
    if (!app) throw refuse('bot_not_found', `"bot": no app of the team is ${JSON.stringify(args.bot)}.`)
    return { bot: toBotObject(db, app, args.bot) }
  },
})
