import { z } from 'zod'
import { permalinkOf } from '#domain/messages/permalink'
import { findReadableChannel } from '#domain/channels/access'
import { findReactableMessage } from '#domain/reactions/reactions'
import { readableChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, flag } from '#rpc/args/values'
import { method } from '#rpc/method'
import { itemArgs, itemErrors, itemFrom } from '#rpc/args/reactionItem'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'

export const get = method('reactions.get', {
  summary: 'Returns the reactions to a message.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:read'],
  rate: 'tier3',
  args: z.object({
    ...itemArgs,
    full: flag.default(false).describe('Whether `users` lists everybody who reacted instead of the first 50.'),
  }),
  result: z.object({
    type: z.literal('message'),
    channel: channelId,
    message: messageObject.extend({ permalink: z.string() }),
  }),
  errors: {
    ...readableChannelErrors,
    ...itemErrors,
  },

  async handle(args, { caller, db }) {
    const { channelId: id, ts } = itemFrom(args)
    const channel = await findReadableChannel(db, caller, id)
    const row = await findReactableMessage(db, channel, ts)
    const [message] = await toMessageObjects(db, channel, [row], {
      metadata: false,
      reader: caller,
      allReactors: args.full,
    })
    return { type: 'message' as const, channel: channel.id, message: { ...message!, permalink: permalinkOf(db, row) } }
  },
})
