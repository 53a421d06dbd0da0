import { z } from 'zod'
import { reachableChannel } from '#domain/posting'
import { addReaction } from '#domain/reactions'
import { writingMethod } from '#rpc/method'
import { reachErrors } from '#rpc/postingErrors'
import { item, itemErrors, itemOf, reactionName } from '#methods/shape/item'

export const add = writingMethod('reactions.add', {
  summary: 'Reacts to a message with an emoji.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:write'],
  rate: 'tier3',
  args: z.object({ ...item, name: reactionName }),
  result: z.object({}),
  errors: {
    ...reachErrors,
    ...itemErrors,
    invalid_name: '`name` is no emoji.',
    thread_locked: 'The message is in a thread that is locked.',
    already_reacted: 'The caller has reacted with this emoji before.',
    too_many_reactions: 'The caller has reacted to the message with 23 emoji.',
    too_many_emoji: 'There are 50 different emoji under the message.',
  },

  async handle(args, { caller: by, db }) {
    const { channelId, ts } = itemOf(args)
    const { channel, caller } = await reachableChannel(db, by, channelId)
    await addReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
