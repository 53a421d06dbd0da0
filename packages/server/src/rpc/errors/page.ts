/** What a method that answers in pages may answer. */
export const pageErrors = {
  invalid_cursor: {
    wrong: '`cursor` was not returned by this method.',
    cause: 'It is malformed, or belongs to another method.',
    remedy: 'Send the `next_cursor` of the previous page unchanged. Leave it out for the first page.',
  },
} as const

/** What a method that answers in pages of so many as the caller wants may answer. */
export const limitErrors = {
  ...pageErrors,
  invalid_limit: {
    wrong: '`limit` is not a number of entries.',
    cause: 'It is not a whole number, or is less than 0.',
    remedy: 'Send a whole number from 1. Leave it out for the default.',
  },
} as const

/** What a method that reads the messages of a time may answer. */
export const boundaryErrors = {
  invalid_ts_oldest: {
    wrong: '`oldest` is not a time.',
    cause: 'It is a date in words, or a date and time of another format.',
    remedy: 'Send seconds since 1970, as a `ts` has them: 1767225600.000100, or 1767225600.',
  },
  invalid_ts_latest: {
    wrong: '`latest` is not a time.',
    cause: 'It is a date in words, or a date and time of another format.',
    remedy: 'Send seconds since 1970, as a `ts` has them: 1767225600.000100, or 1767225600.',
  },
} as const
