import { z } from 'zod'
import { reachableChannel } from '#domain/channels/postingRules'
import { addReaction } from '#domain/messages/reactions'
import { writingMethod } from '#rpc/method'
import { reachErrors } from '#rpc/errors/posting'
import { item, itemErrors, itemOf, nameErrors, reactionName } from '#objects/item'

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
    ...nameErrors,
    thread_locked: {
      wrong: 'The message is in a thread that is locked.',
      cause: 'An administrator locked its root.',
      remedy: 'React elsewhere; what was added before can be removed.',
    },
    already_reacted: {
      wrong: 'The caller has reacted with this emoji before.',
      cause: 'The same emoji, under this name or another one that it has.',
      remedy: 'Take it as done.',
    },
    too_many_reactions: {
      wrong: 'The caller has reacted to the message with 23 emoji.',
      cause: 'One person or app gives a message 23 emoji at most.',
      remedy: 'Remove one first.',
    },
    too_many_emoji: {
      wrong: 'There are 50 different emoji under the message.',
      cause: 'A message has 50 different ones at most.',
      remedy: 'Use one of those that are there.',
    },
  },

  async handle(args, { caller: by, db }) {
    const { channelId, ts } = itemOf(args)
    const { channel, caller } = await reachableChannel(db, by, channelId)
    await addReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
