import { z } from 'zod'
import { join as joinRoom } from '#domain/rooms/members'
import { channelId } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { roomErrors } from '#rpc/roomErrors'
import { channelOnWire, channelShape } from '#methods/shape/channel'

export const join = writingMethod('conversations.join', {
  summary: 'Makes the caller a member of a public channel.',
  tokens: ['bot', 'user'],
  scopes: ['channels:join', 'channels:write'],
  rate: 'tier3',
  args: z.object({ channel: channelId }),
  result: z.object({
    channel: channelShape,
    warning: z.string().optional().describe('`already_in_channel`: the caller was a member before.'),
    response_metadata: z.object({ warnings: z.array(z.string()) }).optional(),
  }),
  errors: { ...roomErrors, is_archived: 'The channel is archived.' },

  async handle(args, { caller: by, db }) {
    const { room, caller, isNew } = await joinRoom(db, by, args.channel)
    const channel = channelOnWire(room, caller)
    if (isNew) return { channel }
    return { channel, warning: 'already_in_channel', response_metadata: { warnings: ['already_in_channel'] } }
  },
})
