import { z } from 'zod'
import { checkSharing } from '#domain/channels/shared'
import { checkAddressee, postEphemeral as post } from '#domain/messages/ephemeral'
import { checkWritten } from '#domain/messages/content'
import { openRoot, postablePlace } from '#domain/channels/postingRules'
import { processing as processed } from '#domain/messages/processing'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceOf, channelId, messageTs, userId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { ephemeralErrors } from '#rpc/errors/posting'
import { written, writtenErrors, writtenOf } from '#rpc/args/messageContent'

export const postEphemeral = writingMethod('chat.postEphemeral', {
  summary: 'Shows one person of a channel a message that nobody else sees and that no history keeps.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier4',

  args: z.object({
    channel: channelId.describe('Where it is shown.'),
    user: userId.describe('Whom it is shown to: somebody in the channel.'),
    ...written,
    thread_ts: messageTs.optional().describe('The message in whose thread it is shown.'),
    ...appearance,
  }),

  result: z.object({ message_ts: messageTs }),

  errors: {
    ...ephemeralErrors,
    ...writtenErrors,
    user_not_in_channel: {
      wrong: '`user` names nobody in the channel.',
      cause: 'An id of nobody, or of somebody who is no member.',
      remedy: 'Invite them first, or write to them in a direct message.',
    },
  },

  async handle(args, { caller: by, db }) {
    await checkUsername(db, by, args.username)
    const given = writtenOf(args)
    const place = await postablePlace(db, by, args.channel, args.thread_ts)
    await checkAddressee(db, place.channel, args.user)
    const root = args.thread_ts === undefined ? undefined : openRoot(place, args.thread_ts)
    checkWritten(given)
    await checkSharing(db, place.channel, given)
    const ts = await processed(() =>
      post(db, place.caller, {
        channel: place.channel,
        forUser: args.user,
        threadTs: root?.ts,
        written: given,
        appearance: appearanceOf(args),
      }),
    )
    return { message_ts: ts }
  },
})
