import { z } from 'zod'
import { checkSharing } from '#domain/channels/shared'
import { postMessage as post } from '#domain/messages/post'
import { repeatedMessage } from '#domain/messages/duplicates'
import { asSaid, checkWritten } from '#domain/messages/content'
import { openRoot, postablePlace } from '#domain/channels/postingRules'
import { processing as processed } from '#domain/messages/processing'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceOf, channelId, flag, messageTs, metadata, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { postingErrors } from '#rpc/errors/posting'
import { written, writtenErrors, writtenOf } from '#rpc/args/messageContent'
import { messageShape, messagesOnWire } from '#objects/message'

export const postMessage = writingMethod('chat.postMessage', {
  summary: 'Posts a message to a channel, a direct message or a thread.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'special',

  args: z.object({
    channel: channelId.describe('Where to post.'),
    ...written,
    thread_ts: messageTs.optional().describe('The message to reply to.'),
    reply_broadcast: flag.optional().describe('Whether a reply is sent to the channel too.'),
    metadata: metadata.optional().describe('Facts for other apps: `event_type` and `event_payload`.'),
    client_msg_id: textUpTo(255).optional().describe('Makes the call repeatable: the same id, the same message.'),
    ...appearance,
  }),

  result: z.object({ channel: channelId, ts: messageTs, message: messageShape }),

  errors: {
    ...postingErrors,
    ...writtenErrors,
  },

  async handle(args, { caller: by, db, refuse }) {
    await checkUsername(db, by, args.username)
    const known = await repeatedMessage(db, by, args.client_msg_id, args.channel)
    if (known) return answer(known)

    const given = writtenOf(args)
    const broadcast = args.thread_ts !== undefined && args.reply_broadcast
    const place = await postablePlace(db, by, args.channel, args.thread_ts, broadcast)
    const root = args.thread_ts === undefined ? undefined : openRoot(place, args.thread_ts)
    checkWritten(given)
    if (args.metadata && !by.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharing(db, place.channel, given)

    const row = await processed(async () =>
      post(db, place.caller, {
        channel: place.channel,
        threadTs: root?.ts,
        broadcast,
        ...asSaid(given),
        metadata: args.metadata,
        clientMsgId: args.client_msg_id,
        appearance: appearanceOf(args),
      }),
    )
    return answer(row)

    async function answer(message: typeof row) {
      const channel = { team_id: message.team_id, id: message.channel_id }
      const [wire] = await messagesOnWire(db, channel, [message], { metadata: true })
      return { channel: message.channel_id, ts: message.ts, message: wire! }
    }
  },
})
