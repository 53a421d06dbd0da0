/** The checks of chunks. */
export const chunkErrors = {
  invalid_chunks: {
    wrong: '`chunks` is not JSON, or not an array.',
    cause: 'Often the chunks were encoded twice, or a single chunk was sent without an array.',
    remedy: 'Send an array, or a string with its JSON.',
  },
  cannot_provide_both_markdown_text_and_chunks: {
    wrong: 'A call has both `markdown_text` and `chunks`.',
    cause: 'A call adds either text or chunks.',
    remedy: 'Send the text as a chunk of type `markdown_text`.',
  },
} as const

/** What a method that continues or ends a stream may answer. */
export const streamErrors = {
  ...chunkErrors,
  message_not_found: {
    wrong: 'No message of the channel has this `ts`.',
    cause: 'It is malformed, belongs to another channel, or its message was deleted.',
    remedy: 'Use the `channel` and `ts` that chat.startStream returned.',
  },
  message_not_owned_by_app: {
    wrong: 'Another app wrote the message.',
    cause: 'Another app’s token started the stream.',
    remedy: 'Use the token that started it.',
  },
  message_not_in_streaming_state: {
    wrong: 'The stream has ended, or the message never was a stream.',
    cause: 'The app or a reader has stopped it, or nothing was appended for `stream.idle_timeout` (10 minutes).',
    remedy: 'Start another stream for the rest.',
  },
  streaming_mode_mismatch: {
    wrong: 'The stream was started with the other kind of content.',
    cause: 'The first content was text and this call has chunks, or the other way round.',
    remedy: 'Use the same kind in all calls of a stream.',
  },
} as const
