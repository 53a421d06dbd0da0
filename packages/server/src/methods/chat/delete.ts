import { z } from 'zod'
import { deleteMessage } from '#domain/messages/delete'
import { findEditableMessage } from '#domain/messages/editable'
import { findReachableChannel } from '#domain/channels/access'
import { channelId, messageTs } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { channelAccessErrors } from '#rpc/errors/channelAccess'

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
    ...channelAccessErrors,
    message_not_found: {
      wrong: 'No message of the channel has this `ts`.',
      cause: 'It is malformed, belongs to another channel, or its message was deleted.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
    cant_delete_message: {
      wrong: 'Somebody else wrote the message, or it is an open stream.',
      cause: 'The token does not belong to the author, or the stream has not ended.',
      remedy: 'Use the author’s token, and end a stream with chat.stopStream first.',
    },
  },

  /** [STR-11] */
  orderingKey: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel, { fromOutside: true })
    const errors = { notOwn: 'cant_delete_message', streaming: 'cant_delete_message' }
    const message = await findEditableMessage(db, caller, channel, args.ts, errors)
    await deleteMessage(db, message)
    return { channel: channel.id, ts: message.ts }
  },
})
