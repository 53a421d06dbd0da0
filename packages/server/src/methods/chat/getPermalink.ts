import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { noSuchMessage } from '#domain/messages/editable'
import { permalinkOf } from '#domain/messages/permalink'
import { visibleChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, messageTs } from '#rpc/args/values'
import { method } from '#rpc/method'

export const getPermalink = method('chat.getPermalink', {
  summary: 'Returns the address at which the web client shows a message.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'special',

  args: z.object({
    channel: channelId.describe('The channel of the message.'),
    message_ts: messageTs.describe('The message.'),
  }),

  result: z.object({ channel: channelId, permalink: z.string() }),

  errors: {
    ...visibleChannelErrors,
    message_not_found: {
      wrong: 'No message of the channel has this `message_ts`.',
      cause: 'It is malformed, belongs to another channel, or its message was deleted.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
  },

  async handle(args, { caller, db }) {
    const { channel } = await findVisibleChannel(db, caller, args.channel)
    const message = await findMessage(db, channel, args.message_ts)
    if (!message) throw noSuchMessage(channel, args.message_ts)
    return { channel: channel.id, permalink: permalinkOf(db, message) }
  },
})
