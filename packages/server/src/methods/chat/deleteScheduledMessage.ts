import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { deleteScheduled } from '#domain/scheduled/own'
import { visibleChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, textUpTo } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'

export const deleteScheduledMessage = writingMethod('chat.deleteScheduledMessage', {
  summary: 'Deletes a scheduled message of the caller before it is sent.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',
  args: z.object({
    channel: channelId.describe('The channel that the message is for.'),
    scheduled_message_id: textUpTo(255).describe('The `scheduled_message_id` that chat.scheduleMessage returned.'),
  }),
  result: z.object({}),
  errors: {
    ...visibleChannelErrors,
    invalid_scheduled_message_id: {
      wrong: 'The caller has no such message that can still be deleted.',
      cause:
        'The id is wrong, the message is for another channel, somebody else scheduled it, it was sent or deleted, it could not be sent, or its time is less than 60 seconds away.',
      remedy: '`detail` says why. Once it is sent, delete it with chat.delete.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findVisibleChannel(db, tokenCaller, args.channel)
    await deleteScheduled(db, caller, channel.id, args.scheduled_message_id)
    return {}
  },
})
