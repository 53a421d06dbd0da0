import { z } from 'zod'
import { deleteMessage } from '#domain/messages/delete'
import { ownMessage } from '#domain/messages/editable'
import { reachableChannel } from '#domain/channels/postingRules'
import { channelId, messageTs } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { reachErrors } from '#rpc/errors/posting'

export const remove = writingMethod('chat.delete', {
  summary: 'Deletes a message that the caller wrote.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel: channelId.describe('The channel of the message.'),
    ts: messageTs.describe('The message.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...reachErrors,
    message_not_found: {
      wrong: 'No message of the channel has this `ts`.',
      cause: 'It is malformed, of another channel, or of a message that was deleted.',
      remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
    },
    cant_delete_message: {
      wrong: 'Somebody else wrote the message, or it still streams.',
      cause: 'The token is not that of its author, or the stream is not over.',
      remedy: 'Use the token that wrote it; end a stream with chat.stopStream first.',
    },
  },

  /** [STR-11] */
  turn: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller: by, db }) {
    const { channel, caller } = await reachableChannel(db, by, args.channel)
    const words = { notOwn: 'cant_delete_message', streaming: 'cant_delete_message' }
    const message = await ownMessage(db, caller, channel, args.ts, words)
    await deleteMessage(db, message)
    return { channel: channel.id, ts: message.ts }
  },
})
