import { postingRuleErrors } from './channelAccess.ts'
import { postingErrors } from './posting.ts'

/** What a method that sets something of a thread may answer. */
export const threadErrors = {
  channel_not_found: postingRuleErrors.channel_not_found,
  invalid_thread_ts: postingErrors.invalid_thread_ts,
  not_in_channel: postingRuleErrors.not_in_channel,
} as const

/** What a method about the session of a thread may answer. */
export const sessionErrors = {
  ...threadErrors,
  thread_ts_required: {
    wrong: '`thread_ts` is missing. Every session belongs to a thread.',
    cause: 'The call names only a channel.',
    remedy: 'Send the `ts` of any message of the thread.',
  },
} as const
