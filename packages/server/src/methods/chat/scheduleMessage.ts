import { z } from 'zod'
import { findDestination } from '#domain/channels/destination'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findPostingTarget, findThreadToReplyTo } from '#domain/channels/postingRules'
import { findShownPictures } from '#domain/files/linked'
import { checkMessageContent, toStoredContent } from '#domain/messages/content'
import { readPostAt, scheduleMessage as schedule } from '#domain/scheduled/schedule'
import { delayedMessage, toDelayedMessage } from '#objects/scheduled'
import { contentArgs, contentConflictErrors, contentFrom } from '#rpc/args/messageContent'
import { metadata } from '#rpc/args/metadata'
import { channelId, destination, flag, messageTs, shortId } from '#rpc/args/values'
import { postingErrors } from '#rpc/errors/posting'
import { writingMethod } from '#rpc/method'

const {
  reserved_username: _name,
  message_limit_exceeded: _team,
  rate_limited: _app,
  messaging_processing_failed: _failed,
  duplicate_channel_not_found: _channel,
  duplicate_message_not_found: _message,
  ...laterErrors
} = postingErrors

export const scheduleMessage = writingMethod('chat.scheduleMessage', {
  summary: 'Schedules a message, which is sent at a later time.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel: destination.describe(
      'Where to post: an id, a person’s id for their direct message, or the name of a channel.',
    ),
    post_at: z.union([z.number(), shortId]).describe('When it is sent, in Unix seconds, at most 120 days ahead.'),
    ...contentArgs,
    thread_ts: messageTs.optional().describe('The message to reply to.'),
    reply_broadcast: flag.optional().describe('Whether a reply is sent to the channel too.'),
    metadata: metadata.optional().describe('Structured data for other apps: `event_type` and `event_payload`.'),
  }),

  result: z.object({
    channel: channelId,
    scheduled_message_id: z.string(),
    post_at: z.int(),
    message: delayedMessage,
  }),

  errors: {
    ...laterErrors,
    ...contentConflictErrors,
    invalid_time: {
      wrong: '`post_at` is not a time.',
      cause: 'It is not a whole number of seconds since 1970.',
      remedy: 'Send Unix seconds, as a number or a string.',
    },
    time_in_past: {
      wrong: '`post_at` is not in the future.',
      cause: 'The time has passed, or the clocks differ.',
      remedy: 'Send a later time, or post the message now with chat.postMessage.',
    },
    time_too_far: {
      wrong: '`post_at` is more than 120 days ahead.',
      cause: 'That is the limit. Milliseconds instead of seconds are too far ahead, too.',
      remedy: 'Send an earlier time, in seconds.',
    },
    restricted_too_many: {
      wrong: 'Too many messages are scheduled.',
      cause:
        'The limits are 30 messages to one channel within five minutes, `limits.scheduled_per_app` and `limits.scheduled_per_team`.',
      remedy: 'Choose another time, or wait until some are sent.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const content = contentFrom(args)
    const broadcast = args.thread_ts !== undefined && (args.reply_broadcast ?? false)
    const place = await findDestination(db, tokenCaller, args.channel)
    const target = await findPostingTarget(db, tokenCaller, place, args.thread_ts, { broadcast, fromOutside: true })
    const { channel, caller } = target
    const threadTs = await findThreadToReplyTo(db, target, args.thread_ts, { broadcast })
    checkMessageContent(content, args.metadata)
    if (args.metadata && !tokenCaller.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharedLinks(db, channel, content)

    await findShownPictures(db, caller, channel.team_id, content)
    const { markdown = null, ...stored } = await toStoredContent(db, channel.team_id, content)
    const draft = { ...stored, blocks: [...stored.blocks], markdown, metadata: args.metadata ?? null, broadcast }
    const row = await schedule(db, caller, { channel, threadTs, postAt: readPostAt(args.post_at), draft })
    return {
      channel: channel.id,
      scheduled_message_id: row.id,
      post_at: row.post_at / 1000,
      message: toDelayedMessage(row, caller),
    }
  },
})
