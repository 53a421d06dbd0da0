import { z } from 'zod'
import { reachableChannel } from '#domain/posting'
import { removeReaction } from '#domain/reactions'
import { writingMethod } from '#rpc/method'
import { reachErrors } from '#rpc/postingErrors'
import { item, itemErrors, itemOf, reactionName } from '#methods/shape/item'

export const remove = writingMethod('reactions.remove', {
  summary: 'Takes back a reaction of the caller.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:write'],
  rate: 'tier2',
  args: z.object({ ...item, name: reactionName }),
  result: z.object({}),
  errors: {
    ...reachErrors,
    ...itemErrors,
    invalid_name: '`name` is no emoji.',
    no_reaction: 'The caller has not reacted with this emoji.',
  },

  async handle(args, { caller: by, db }) {
    const { channelId, ts } = itemOf(args)
    const { channel, caller } = await reachableChannel(db, by, channelId)
    await removeReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
