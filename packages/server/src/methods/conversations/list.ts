import { z } from 'zod'
import { actInTeam } from '#domain/access/teams'
import { listChannels } from '#domain/channels/directory/list'
import { cursor, flag, limitUpTo, ownTeam } from '#rpc/args/values'
import { limitErrors } from '#rpc/errors/page'
import { teamErrors } from '#rpc/errors/team'
import { method } from '#rpc/method'
import { toChannelObjects, channelObject } from '#objects/channel'
import { conversationTypes, parseConversationTypes, conversationTypeErrors } from '#rpc/args/conversationTypes'
import { toPage, decodeCursor, pageMetadata } from '#objects/page'
import { readScopes } from '#rpc/scopes'

export const list = method('conversations.list', {
  summary: 'Lists the channels and direct messages that the caller can see.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier2',
  args: z.object({
    types: conversationTypes,
    exclude_archived: flag.default(false).describe('Whether to leave out archived channels.'),
    limit: limitUpTo(1000, 100),
    cursor,
    team_id: ownTeam,
  }),
  result: z.object({ channels: z.array(channelObject), response_metadata: pageMetadata }),
  errors: {
    ...teamErrors,
    ...limitErrors,
    ...conversationTypeErrors,
  },

  async handle(args, { caller: tokenCaller, db }) {
    const after = decodeCursor('channels', args.cursor)
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const { channels, next } = await listChannels(db, caller, {
      kinds: parseConversationTypes(args.types),
      archived: !args.exclude_archived,
      after,
      limit: args.limit,
    })
    const keys = channels.map(({ id }) => id)
    const objects = await toChannelObjects(db, channels, caller, { members: true })
    const { shown, metadata } = toPage('channels', objects, keys, next)
    return { channels: shown, response_metadata: metadata }
  },
})
