import { z } from 'zod'
import { findReachableChannel } from '#domain/channels/access'
import { addReaction } from '#domain/reactions/reactions'
import { writingMethod } from '#rpc/method'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { itemArgs, itemErrors, itemFrom, reactionName, reactionNameErrors } from '#rpc/args/reactionItem'

export const add = writingMethod('reactions.add', {
  summary: 'Reacts to a message with an emoji.',
  tokens: ['bot', 'user'],
  scopes: ['reactions:write'],
  rate: 'tier3',
  args: z.object({ ...itemArgs, name: reactionName }),
  result: z.object({}),
  errors: {
    ...channelAccessErrors,
    ...itemErrors,
    ...reactionNameErrors,
    thread_locked: {
      wrong: 'The message is in a thread that is locked.',
      cause: 'An administrator has locked the thread.',
      remedy: 'React to another message. Existing reactions can still be removed.',
    },
    already_reacted: {
      wrong: 'The caller has already reacted with this emoji.',
      cause: 'The emoji is there under this name or one of its other names.',
      remedy: 'Treat the call as done.',
    },
    too_many_reactions: {
      wrong: 'The caller has already reacted to the message with 23 emoji.',
      cause: 'A person or app can react to a message with at most 23 emoji.',
      remedy: 'Remove one first.',
    },
    too_many_emoji: {
      wrong: 'The message already has 50 different emoji.',
      cause: 'A message can have at most 50 different emoji.',
      remedy: 'Use one of the existing emoji.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channelId, ts } = itemFrom(args)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, channelId)
    await addReaction(db, caller, { channel, ts, name: args.name })
    return {}
  },
})
