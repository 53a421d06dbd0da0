import { z } from 'zod'
import { listChannels } from '#domain/channels/list'
import { count, cursor, flag } from '#rpc/args/args'
import { method } from '#rpc/method'
import { channelOnWire, channelShape } from '#objects/channel'
import { conversationTypes, kindsOf, typeErrors } from '#objects/kinds'
import { cursorAt, keyOf, pageShape } from '#objects/page'
import { readScopes } from '#objects/scopes'

export const list = method('conversations.list', {
  summary: 'Lists the channels and direct messages that the caller can see.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier2',
  args: z.object({
    types: conversationTypes,
    exclude_archived: flag.default(false).describe('Whether to leave archived ones out.'),
    limit: count(1000, 100),
    cursor,
  }),
  result: z.object({ channels: z.array(channelShape), response_metadata: pageShape }),
  errors: {
    invalid_cursor: '`cursor` is none that this method gave.',
    ...typeErrors,
  },

  async handle(args, { caller, db, refuse }) {
    const after = keyOf(args.cursor)
    if (after === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const { channels, next } = await listChannels(db, caller, {
      kinds: kindsOf(args.types),
      archived: !args.exclude_archived,
      after,
      limit: args.limit,
    })
    return {
      channels: channels.map((channel) => channelOnWire(channel, caller, { members: true })),
      response_metadata: cursorAt(next),
    }
  },
})
