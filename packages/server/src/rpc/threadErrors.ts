/** What a method that says something about a thread may answer. */
export const threadErrors = {
  channel_not_found: 'There is no such channel, or none that the caller can see.',
  invalid_thread_ts: '`thread_ts` names no message of the channel.',
  not_in_channel: 'The person is not in the channel.',
} as const

/** What a method about the session of a thread may answer. */
export const sessionErrors = {
  ...threadErrors,
  thread_ts_required: '`thread_ts` is missing: a session is that of a thread.',
} as const
