import { placeErrors, postingErrors } from './posting.ts'

/** What a method that says something about a thread may answer. */
export const threadErrors = {
  channel_not_found: placeErrors.channel_not_found,
  invalid_thread_ts: postingErrors.invalid_thread_ts,
  not_in_channel: placeErrors.not_in_channel,
} as const

/** What a method about the session of a thread may answer. */
export const sessionErrors = {
  ...threadErrors,
  thread_ts_required: {
    wrong: '`thread_ts` is missing: a session is that of a thread.',
    cause: 'The call names a channel alone.',
    remedy: 'Name the message that began the thread, or any message of it.',
  },
} as const
