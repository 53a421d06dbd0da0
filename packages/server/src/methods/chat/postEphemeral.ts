import { z } from 'zod'
import { findDestination } from '#domain/channels/destination'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { checkEphemeralRecipient, postEphemeral as post } from '#domain/messages/ephemeral'
import { checkMessageContent } from '#domain/messages/content'
import { findPostingTarget, findThreadToReplyTo } from '#domain/channels/postingRules'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceFrom } from '#rpc/args/appearance'
import { destination, messageTs, userId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { ephemeralErrors } from '#rpc/errors/posting'
import { contentArgs, contentConflictErrors, contentFrom } from '#rpc/args/messageContent'

export const postEphemeral = writingMethod('chat.postEphemeral', {
  summary: 'Shows a message to one member of a channel only, without storing it.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier4',

  args: z.object({
    channel: destination.describe(
      'Where to show it: an id, a person’s id for their direct message, or the name of a channel.',
    ),
    user: userId.describe('The member of the channel who sees the message.'),
    ...contentArgs,
    thread_ts: messageTs.optional().describe('The message in whose thread it shows.'),
    ...appearance,
  }),

  result: z.object({ message_ts: messageTs }),

  errors: {
    ...ephemeralErrors,
    ...contentConflictErrors,
    user_not_in_channel: {
      wrong: '`user` names nobody in the channel.',
      cause: 'The id belongs to nobody, or to somebody who is not a member.',
      remedy: 'Invite them first, or send them a direct message.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    await checkUsername(db, tokenCaller, args.username)
    const content = contentFrom(args)
    const place = await findDestination(db, tokenCaller, args.channel)
    const target = await findPostingTarget(db, tokenCaller, place, args.thread_ts)
    await checkEphemeralRecipient(db, target.channel, args.user)
    const threadTs = await findThreadToReplyTo(db, target, args.thread_ts)
    checkMessageContent(content)
    await checkSharedLinks(db, target.channel, content)
    const ts = await withProcessingFailure(() =>
      post(db, target.caller, {
        channel: target.channel,
        forUser: args.user,
        threadTs,
        content,
        appearance: appearanceFrom(args),
      }),
    )
    return { message_ts: ts }
  },
})
