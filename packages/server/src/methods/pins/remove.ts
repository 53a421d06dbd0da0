import { z } from 'zod'
import { findReachableChannel } from '#domain/channels/access'
import { removePin } from '#domain/pins/pins'
import { writingMethod } from '#rpc/method'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { itemArgs, itemErrors, itemFrom } from '#rpc/args/reactionItem'

export const remove = writingMethod('pins.remove', {
  summary: 'Unpins a message from its channel.',
  tokens: ['bot', 'user'],
  scopes: ['pins:write'],
  rate: 'tier2',
  args: z.object(itemArgs),
  result: z.object({}),
  errors: {
    ...channelAccessErrors,
    ...itemErrors,
    no_pin: {
      wrong: 'The message is not pinned.',
      cause: 'Nobody pinned it, or somebody has unpinned it.',
      remedy: 'Treat the call as done.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channelId, ts } = itemFrom(args)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, channelId)
    await removePin(db, caller, { channel, ts })
    return {}
  },
})
