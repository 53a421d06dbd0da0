import { z } from 'zod'
import { findReachableChannel } from '#domain/channels/access'
import { removeReaction } from '#domain/reactions/reactions'
import { writingMethod } from '#rpc/method'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { itemArgs, itemErrors, itemFrom, reactionName, reactionNameErrors } from '#rpc/args/reactionItem'

export const remove = writingMethod('reactions.remove', {
  summary: 'Removes a reaction of the caller.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:write'],
  rate: 'tier2',
  args: z.object({ ...itemArgs, name: reactionName }),
  result: z.object({}),
  errors: {
    ...channelAccessErrors,
    ...itemErrors,
    ...reactionNameErrors,
    no_reaction: {
      wrong: 'The caller has not reacted with this emoji.',
      cause: 'Nobody did, somebody else did, or the reaction was removed. The skin tone is part of the name.',
      remedy: 'Treat the call as done.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channelId, ts } = itemFrom(args)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, channelId)
    await removeReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
