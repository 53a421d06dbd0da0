import { z } from 'zod'
import { listChannels } from '#domain/conversations'
import { count, cursor, flag } from '#rpc/args'
import { method } from '#rpc/method'
import { channelOnWire, channelShape } from '#methods/shape/channel'
import { cursorAt, keyOf, pageShape } from '#methods/shape/page'
import { readScopes } from '#methods/shape/scopes'

const kinds = { public_channel: 'public', private_channel: 'private', mpim: 'mpim', im: 'im' } as const

export const list = method('conversations.list', {
  summary: 'Lists the channels and direct messages that the caller can see.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier2',
  args: z.object({
    types: z
      .string()
      .default('public_channel')
      .describe('`public_channel`, `private_channel`, `mpim`, `im`, joined by commas.'),
    exclude_archived: flag.default(false).describe('Whether to leave archived ones out.'),
    limit: count(1000, 100),
    cursor,
  }),
  result: z.object({ channels: z.array(channelShape), response_metadata: pageShape }),
  errors: {
    invalid_cursor: '`cursor` is none that this method gave.',
    invalid_types: {
      wrong: '`types` names something that is no kind of conversation.',
      cause: 'A misspelt kind, or spaces between the kinds.',
      remedy: 'Join kinds with commas: public_channel, private_channel, mpim, im.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    const after = keyOf(args.cursor)
    if (after === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const wanted = args.types.split(',').map((type) => {
      const kind = Object.entries(kinds).find(([name]) => name === type.trim())?.[1]
      if (!kind)
        throw refuse('invalid_types', `"types": ${JSON.stringify(type)} is none of ${Object.keys(kinds).join(', ')}.`)
      return kind
    })
    const { channels, next } = await listChannels(db, caller, {
      kinds: wanted,
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
