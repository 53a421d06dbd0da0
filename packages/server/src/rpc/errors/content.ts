/** The checks of content, as text or as blocks. */
export const blockErrors = {
  msg_too_long: {
    wrong: 'The text is too long.',
    cause:
      'The limits are 12,000 characters of Markdown in a call, 40,000 of `text` (chat.postMessage cuts it), 400,000 in a whole stream, and 100,000 characters of JSON in a message: text, blocks, attachments and metadata.',
    remedy: 'Split it into several calls or messages. `detail` has the sizes.',
  },
  invalid_blocks: {
    wrong: 'A block is not valid.',
    cause: '`errors` names each fault with its JSON pointer. A posted message has at most 50 blocks.',
    remedy: 'Fix what it names. blocks.validate checks blocks without posting them.',
  },
  msg_blocks_too_long: {
    wrong: 'The blocks are too long.',
    cause:
      'The markdown blocks of a message have at most 12,000 characters together, a `blocks` chunk at most 50 blocks. All blocks of a message have at most 100,000 characters of JSON.',
    remedy: 'Send them in several messages.',
  },
} as const

/** The checks of attachments. */
export const attachmentErrors = {
  invalid_attachments: {
    wrong: 'An attachment is not valid.',
    cause: '`attachments` is not an array of objects, or `errors` names each fault with its JSON pointer.',
    remedy: 'Fix what it names. blocks.validate checks the attachments of a `message` without posting them.',
  },
  too_many_attachments: {
    wrong: 'There are too many attachments.',
    cause: 'A message can have at most 100.',
    remedy: 'Send them in several messages.',
  },
  attachment_payload_limit_exceeded: {
    wrong: 'The attachments are too large.',
    cause: 'The attachments, or the message with them, have more than 100,000 characters as JSON.',
    remedy: 'Shorten their texts, or send them in several messages.',
  },
} as const

/** The checks of metadata. */
export const metadataErrors = {
  invalid_metadata_format: {
    wrong: '`metadata` is not a JSON object.',
    cause: 'It is a string that is not JSON, or not an object.',
    remedy: 'Send `{"event_type": "…", "event_payload": {}}`.',
  },
  invalid_metadata_schema: {
    wrong: '`metadata` needs `event_type` and `event_payload`.',
    cause: 'One of the two is missing, `event_type` is not a string, or `event_payload` is not an object.',
    remedy: 'Send `{"event_type": "…", "event_payload": {}}`.',
  },
  metadata_too_large: {
    wrong: '`metadata` is larger than 16 KiB.',
    cause: 'Encoded as JSON it has more than 16,384 bytes.',
    remedy: 'Store the data elsewhere, and send a reference to it.',
  },
} as const

/** What a method that builds and stores a message may answer when that fails. */
export const processingErrors = {
  messaging_processing_failed: {
    wrong: 'The message could not be built or stored. The caller has done nothing wrong.',
    cause: 'An unexpected error, or a database that failed in the middle. Nothing was written.',
    remedy: 'Try again. The server’s log has the stack trace under the answer’s `x-request-id`.',
  },
} as const
