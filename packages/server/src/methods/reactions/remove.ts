import { z } from 'zod'
import { reachableChannel } from '#domain/channels/postingRules'
import { removeReaction } from '#domain/messages/reactions'
import { writingMethod } from '#rpc/method'
import { reachErrors } from '#rpc/errors/posting'
import { item, itemErrors, itemOf, nameErrors, reactionName } from '#objects/item'

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
    ...nameErrors,
    no_reaction: {
      wrong: 'The caller has not reacted with this emoji.',
      cause: 'Nobody did, somebody else did, or it was removed before; a tone is part of the name.',
      remedy: 'Take it as done.',
    },
  },

  async handle(args, { caller: by, db }) {
    const { channelId, ts } = itemOf(args)
    const { channel, caller } = await reachableChannel(db, by, channelId)
    await removeReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
