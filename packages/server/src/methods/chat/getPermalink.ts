import { z } from 'zod'
import { visibleChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { noSuchMessage } from '#domain/messages/editable'
import { permalinkOf } from '#domain/messages/permalink'
import { channelId, messageTs } from '#rpc/args/args'
import { method } from '#rpc/method'

export const getPermalink = method('chat.getPermalink', {
  summary: 'Answers the address at which the web client opens a message.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'special',

  args: z.object({
    channel: channelId.describe('The channel of the message.'),
    message_ts: messageTs.describe('The message.'),
  }),

  result: z.object({ channel: channelId, permalink: z.string() }),

  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    message_not_found: {
      wrong: 'No message of the channel has this `message_ts`.',
      cause: 'It is malformed, of another channel, or of a message that was deleted.',
      remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
    },
  },

  async handle(args, { caller, db }) {
    const { channel } = await visibleChannel(db, caller, args.channel)
    const message = await findMessage(db, channel, args.message_ts)
    if (!message) throw noSuchMessage(channel, args.message_ts)
    return { channel: channel.id, permalink: permalinkOf(db, message) }
  },
})
