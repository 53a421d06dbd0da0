import { z } from 'zod'
import { permalinkOf } from '#domain/messages/permalink'
import { readableChannel } from '#domain/channels/postingRules'
import { reactable } from '#domain/messages/reactions'
import { channelId, flag } from '#rpc/args/args'
import { method } from '#rpc/method'
import { item, itemErrors, itemOf } from '#objects/item'
import { messageShape, messagesOnWire } from '#objects/message'

export const get = method('reactions.get', {
  summary: 'Reads the reactions to a message.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:read'],
  rate: 'tier3',
  args: z.object({
    ...item,
    full: flag.default(false).describe('Whether `users` has everybody who reacted, not only the first 50.'),
  }),
  result: z.object({
    type: z.literal('message'),
    channel: channelId,
    message: messageShape.extend({ permalink: z.string() }),
  }),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    not_in_channel: 'The person is not in the channel.',
    ...itemErrors,
  },

  async handle(args, { caller, db }) {
    const { channelId: id, ts } = itemOf(args)
    const channel = await readableChannel(db, caller, id)
    const row = await reactable(db, channel, ts)
    const [message] = await messagesOnWire(db, channel, [row], {
      metadata: false,
      reader: caller,
      allReactors: args.full,
    })
    return { type: 'message' as const, channel: channel.id, message: { ...message!, permalink: permalinkOf(db, row) } }
  },
})
