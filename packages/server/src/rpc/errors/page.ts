/** What a method that answers in pages may answer. */
export const pageErrors = {
  invalid_cursor: {
    wrong: '`cursor` is none that this method gave.',
    cause: 'It is malformed, or of another method.',
    remedy: 'Give the `next_cursor` of the page before, unchanged; leave it out for the first page.',
  },
} as const
