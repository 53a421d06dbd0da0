/** What a method that answers in pages may answer. */
export const pageErrors = {
  invalid_cursor: {
    wrong: '`cursor` was not returned by this method.',
    cause: 'It is malformed, or belongs to another method.',
    remedy: 'Send the `next_cursor` of the previous page unchanged. Leave it out for the first page.',
  },
} as const
