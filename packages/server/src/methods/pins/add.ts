import { z } from 'zod'
import { findReachableChannel } from '#domain/channels/access'
import { addPin } from '#domain/pins/pins'
import { writingMethod } from '#rpc/method'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { itemArgs, itemErrors, itemFrom } from '#rpc/args/reactionItem'

export const add = writingMethod('pins.add', {
  summary: 'Pins a message to its channel.',
  tokens: ['bot', 'user'],
  scopes: ['pins:write'],
  rate: 'tier2',
  args: z.object(itemArgs),
  result: z.object({}),
  errors: {
    ...channelAccessErrors,
    ...itemErrors,
    already_pinned: {
      wrong: 'The message is pinned already.',
      cause: 'Somebody has pinned it to its channel.',
      remedy: 'Treat the call as done.',
    },
    not_pinnable: {
      wrong: 'The message cannot be pinned.',
      cause: 'It is a system message, which says that something has happened to the channel.',
      remedy: 'Pin a message that a person or an app wrote.',
    },
    too_many_pins: {
      wrong: 'The channel has 100 pinned messages.',
      cause: 'That is the limit.',
      remedy: 'Unpin a message first.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channelId, ts } = itemFrom(args)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, channelId)
    await addPin(db, caller, { channel, ts })
    return {}
  },
})
