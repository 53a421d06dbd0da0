import { z } from 'zod'
import { join as joinRoom } from '#domain/channels/members'
import { channelId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { roomErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'

export const join = writingMethod('conversations.join', {
  summary: 'Makes the caller a member of a public channel.',
  tokens: ['bot', 'user'],
  scopes: ['channels:join', 'channels:write'],
  rate: 'tier3',
  args: z.object({ channel: channelId }),
  result: z.object({ channel: channelShape }),
  errors: { ...roomErrors, is_archived: placeErrors.is_archived },

  async handle(args, { caller: by, db, warn }) {
    const { room, caller, isNew } = await joinRoom(db, by, args.channel)
    if (!isNew) warn('already_in_channel')
    return { channel: channelOnWire(room, caller) }
  },
})
