import { postingRuleErrors } from './channelAccess.ts'
import { blockErrors, metadataErrors, processingErrors } from './content.ts'

/** What a method that shows people something new may answer: the channel's rules, the content, the message limits. */
export const ephemeralErrors = {
  ...postingRuleErrors,
  restricted_action_thread_only_channel: {
    wrong: 'Apps may only post in threads of the channel.',
    cause: 'The channel’s `posting` is `threads_only`, and the message is not a reply.',
    remedy: 'Send the `ts` of a message of the channel as `thread_ts`.',
  },
  restricted_action_thread_locked: {
    wrong: 'The thread is locked.',
    cause: 'An administrator has locked the thread.',
    remedy: 'Reply in another thread.',
  },
  invalid_thread_ts: {
    wrong: '`thread_ts` names no message of the channel.',
    cause: 'It is malformed, belongs to another channel, or its message was deleted.',
    remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
  },
  reserved_username: {
    wrong: '`username` could be mistaken for somebody else.',
    cause: 'It is, or looks like, the name of the service, of a person or of another app of the team.',
    remedy: 'Choose another name.',
  },
  no_text: {
    wrong: 'The content is empty.',
    cause: 'The call has no text, blocks or attachments, or only empty ones.',
    remedy: 'Send content. To start a stream without content, leave the arguments out.',
  },
  ...blockErrors,
  invalid_blocks_format: {
    wrong: '`blocks` is not JSON, or not an array of objects.',
    cause: 'Often the blocks were encoded twice, or a single block was sent without an array.',
    remedy: 'Send an array, or a string with its JSON.',
  },
  message_limit_exceeded: {
    wrong: 'The team posts too many messages.',
    cause: 'The team has used up its `message_limit` of this minute, or has `limits.streams_per_team` open streams.',
    remedy: 'Wait a minute, and post less often.',
  },
  rate_limited: {
    wrong: 'The app posts too many messages in the team.',
    cause:
      'The app has used up its `app_message_limit` of this minute, or has `limits.streams_per_app` open streams in the team.',
    remedy: 'Wait a minute, post less often, and end streams with chat.stopStream. A stream counts as one message.',
  },
  ...processingErrors,
} as const

/** The same for a message that is stored. */
export const postingErrors = {
  ...ephemeralErrors,
  ...metadataErrors,
  metadata_must_be_sent_from_app: {
    wrong: '`metadata` needs a token of an app.',
    cause: 'The token belongs to a person without an app.',
    remedy: 'Use a token of an app, or leave `metadata` out.',
  },
  duplicate_channel_not_found: {
    wrong: 'The message with this `client_msg_id` is in a channel that was removed.',
    cause: 'The call repeats an earlier one whose channel was deleted since, or which the caller can no longer see.',
    remedy: 'Treat the message as sent. Use a new `client_msg_id` for a new message.',
  },
  duplicate_message_not_found: {
    wrong: 'The message with this `client_msg_id` was deleted.',
    cause: 'The call repeats an earlier one whose message was deleted.',
    remedy: 'Treat the message as sent. Use a new `client_msg_id` for a new message.',
  },
} as const
