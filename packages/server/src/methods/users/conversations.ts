import { z } from 'zod'
import { listChannels } from '#domain/channels/directory/list'
import { actInTeam } from '#domain/access/teams'
import { findUser } from '#domain/people/users'
import { cursor, flag, ownTeam, userId, limitUpTo } from '#rpc/args/values'
import { limitErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { toChannelObjects, channelObject } from '#objects/channel'
import { conversationTypes, parseConversationTypes, conversationTypeErrors } from '#rpc/args/conversationTypes'
import { toPage, decodeCursor, pageMetadata } from '#objects/page'
import { readScopes } from '#rpc/scopes'

export const conversations = method('users.conversations', {
  summary: 'Lists the conversations of a person or bot user that the caller can see.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier3',
  args: z.object({
    user: userId.optional().describe('The person or bot user. The caller by default.'),
    types: conversationTypes,
    exclude_archived: flag.default(false).describe('Whether to leave out archived channels.'),
    limit: limitUpTo(1000, 100),
    cursor,
    team_id: ownTeam,
  }),
  result: z.object({ channels: z.array(channelObject), response_metadata: pageMetadata }),
  errors: {
    ...teamErrors,
    user_not_found: 'Nobody in the team has this id.',
    ...limitErrors,
    ...conversationTypeErrors,
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const after = decodeCursor('channels', args.cursor)
    const kinds = parseConversationTypes(args.types)
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const member = args.user || caller.userId
    if (!(await findUser(db, caller.teamId, member)))
      throw refuse('user_not_found', `"user": nobody in the team has the id ${JSON.stringify(member)}.`)
    const { channels, next } = await listChannels(db, caller, {
      kinds,
      archived: !args.exclude_archived,
      after,
      limit: args.limit,
      member,
    })
    const keys = channels.map(({ id }) => id)
    const objects = await toChannelObjects(db, channels, caller)
    const { shown, metadata } = toPage('channels', objects, keys, next)
    return { channels: shown, response_metadata: metadata }
  },
})
