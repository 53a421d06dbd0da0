import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { permalinkOf } from '#domain/messages/permalink'
import { Pace } from '#domain/pace'
import { findUser } from '#domain/people/users'
import { keyOfReacted, listReactedMessages } from '#domain/reactions/byUser'
import { toMessageObjects } from '#objects/message'
import { messageObject } from '#objects/messageSchema'
import { decodeCursor, pageMetadata, toPage } from '#objects/page'
import { channelId, count, cursor, flag, ownTeam, userId } from '#rpc/args/values'
import { pageErrors } from '#rpc/errors/page'
import { teamErrors } from '#rpc/errors/team'
import { method } from '#rpc/method'

export const list = method('reactions.list', {
  summary: 'Lists the messages that a person or app has reacted to, the newest message first.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:read'],
  rate: 'tier2',
  args: z.object({
    user: userId.optional().describe('Whose reactions; those of the caller unless given.'),
    full: flag.default(false).describe('Whether `users` lists everybody who reacted instead of the first 50.'),
    cursor,
    limit: count(200, 100).removeDefault().optional().describe('The most to return, up to 200; in place of `count`.'),
    count: count(200, 100),
    page: count(10_000, 1).describe('The number of the page, from 1. Ignored with `cursor`.'),
    team_id: ownTeam,
  }),
  result: z.object({
    items: z.array(
      z.object({
        type: z.literal('message'),
        channel: channelId,
        message: messageObject.extend({ permalink: z.string() }),
      }),
    ),
    paging: z.object({ count: z.int(), total: z.int(), page: z.int(), pages: z.int() }),
    response_metadata: pageMetadata,
  }),
  errors: {
    ...teamErrors,
    ...pageErrors,
    user_not_found: 'There is no such person or bot user in the team.',
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const user = args.user ?? caller.userId
    if (!(await findUser(db, caller.teamId, user)))
      throw refuse('user_not_found', `${JSON.stringify(user)} is not in the team.`)
    const perPage = args.limit ?? args.count
    const after = decodeCursor('reacted', args.cursor)
    const skip = after === '' ? (args.page - 1) * perPage : 0
    const { rows, total, next } = await listReactedMessages(db, caller, user, { after, skip, limit: perPage })
    const items = []
    const pace = new Pace()
    for (const row of rows) {
      await pace.next()
      const channel = { team_id: row.team_id, id: row.channel_id }
      const options = { metadata: false, reader: caller, allReactors: args.full }
      const [message] = await toMessageObjects(db, channel, [row], options)
      if (message)
        items.push({
          type: 'message' as const,
          channel: row.channel_id,
          message: { ...message, permalink: permalinkOf(db, row) },
        })
    }
    const paging = { count: perPage, total, page: args.page, pages: Math.ceil(total / perPage) }
    const keys = items.map(({ channel, message }) => keyOfReacted({ ts: message.ts, channel_id: channel }))
    const { shown, metadata } = toPage('reacted', items, keys, next)
    return { items: shown, paging, response_metadata: metadata }
  },
})
