/** Links in shared channels: a rule for each kind of what is linked. */
function sharing(what: string, rule: string) {
  return {
    wrong: `A team that shares the channel allows no links to ${what}.`,
    cause: `The channel is shared, the content holds an address of this server, and \`connect.${rule}\` of one of the teams is false.`,
    remedy: 'Leave the link out, or let an administrator of that team allow it.',
  }
}

/** The rules of a place where something is done with messages that are there. */
export const reachErrors = {
  channel_not_found: {
    wrong: 'There is no such channel, or none that the caller can see.',
    cause:
      'An id that is unknown or malformed, a channel that was deleted, or a private one that the caller is not in.',
    remedy: 'Use the id of a channel, and be a member of it where it is private.',
  },
  channel_type_not_supported: {
    wrong: 'The channel is of a kind that holds no messages.',
    cause: 'It is a canvas.',
    remedy: 'Name a channel or a direct message.',
  },
  is_archived: {
    wrong: 'The channel is archived.',
    cause: 'Somebody archived it: it can be read, and nothing can be added.',
    remedy: 'Use another channel, or have it unarchived.',
  },
  not_in_channel: {
    wrong: 'The person is not in the channel.',
    cause: 'The token is a person’s, and they are no member.',
    remedy: 'Join the channel first.',
  },
  team_not_found: {
    wrong: 'An org-wide token came with a channel name in place of an id.',
    cause: 'Names are unique in a team only, and the token is of several.',
    remedy: 'Name the channel by its id.',
  },
} as const

/** What a channel that several teams share may keep out. */
export const sharingErrors = {
  slack_connect_canvas_sharing_blocked: sharing('canvases', 'canvas'),
  slack_connect_file_link_sharing_blocked: sharing('files', 'file_link'),
  slack_connect_lists_sharing_blocked: sharing('lists', 'lists'),
} as const

/** The rules of a place where messages are written, or go on. */
export const placeErrors = {
  ...reachErrors,
  restricted_action: {
    wrong: 'Only administrators may post in the team.',
    cause: 'The team’s `posting` is `admins`, and no administrator installed the app.',
    remedy: 'Let an administrator install the app, or change the preference.',
  },
  restricted_action_read_only_channel: {
    wrong: 'The channel is read-only.',
    cause: 'Its `posting` is `read_only`.',
    remedy: 'Use another channel.',
  },
  restricted_action_non_threadable_channel: {
    wrong: 'The channel has no threads.',
    cause: 'Its `threads` is false, and the call is for a reply.',
    remedy: 'Post without `thread_ts`, or use another channel.',
  },
  messages_tab_disabled: {
    wrong: 'The app’s messages tab is turned off.',
    cause: 'A direct message, and the manifest has `app_home.messages_tab_enabled: false`.',
    remedy: 'Turn it on in the app’s manifest.',
  },
  ...sharingErrors,
} as const

/** What can be wrong with content that is given, as text or as blocks. */
export const blockErrors = {
  msg_too_long: {
    wrong: 'The text is too long.',
    cause: 'More than 12,000 characters of Markdown in a call, 40,000 of `text`, or 400,000 in a streamed message.',
    remedy: 'Send it in several calls or messages; `detail` has the sizes.',
  },
  invalid_blocks: {
    wrong: 'A block is not valid.',
    cause: 'A block breaks its declaration; `errors` names each fault with its place.',
    remedy: 'Mend what it names. blocks.validate checks blocks without posting them.',
  },
  msg_blocks_too_long: {
    wrong: 'There are too many blocks.',
    cause: 'More than 50 in a message.',
    remedy: 'Send them in several messages.',
  },
} as const

export const metadataErrors = {
  invalid_metadata_format: {
    wrong: '`metadata` is not a JSON object.',
    cause: 'A string that does not parse, or something else than an object.',
    remedy: 'Send `{"event_type": "…", "event_payload": {}}`.',
  },
  invalid_metadata_schema: {
    wrong: '`metadata` does not hold `event_type` and `event_payload`.',
    cause: 'One of the two is missing, `event_type` is no text, or `event_payload` is no object.',
    remedy: 'Send `{"event_type": "…", "event_payload": {}}`.',
  },
  metadata_too_large: {
    wrong: '`metadata` is over 16 KiB.',
    cause: 'As JSON it has more than 16,384 bytes.',
    remedy: 'Keep the facts elsewhere, and send what finds them.',
  },
} as const

export const processing = {
  messaging_processing_failed: {
    wrong: 'The message could not be turned into blocks or stored, and the caller can do nothing about it.',
    cause: 'A defect, or a database that failed in the middle. Nothing was written.',
    remedy: 'Try again; the server’s log has a stack under the answer’s `x-request-id`.',
  },
} as const

/** What a method that shows people something new may answer: the place, the content, and how much may be written. */
export const ephemeralErrors = {
  ...placeErrors,
  restricted_action_thread_only_channel: {
    wrong: 'Apps reply in threads there.',
    cause: 'The channel’s `posting` is `threads_only`, and the message would stand on top.',
    remedy: 'Name a message of the channel as `thread_ts`.',
  },
  restricted_action_thread_locked: {
    wrong: 'The thread is locked.',
    cause: 'An administrator locked its root.',
    remedy: 'Reply in another thread.',
  },
  invalid_thread_ts: {
    wrong: '`thread_ts` names no message of the channel.',
    cause: 'It is malformed, of another channel, or of a message that was deleted.',
    remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
  },
  reserved_username: {
    wrong: '`username` would pass for somebody else.',
    cause: 'It is, or looks like, a name of the service, of a person or of another app of the team.',
    remedy: 'Choose another name.',
  },
  no_text: {
    wrong: 'Content was given and is empty.',
    cause: 'Neither text nor blocks, or only empty ones.',
    remedy: 'Send some. A stream may begin without any: leave the arguments out.',
  },
  ...blockErrors,
  invalid_blocks_format: {
    wrong: '`blocks` is not JSON, or not an array of objects.',
    cause: 'Often blocks that were encoded twice, or one block without the array around it.',
    remedy: 'Send an array, or JSON of one in a string.',
  },
  message_limit_exceeded: {
    wrong: 'The members of the team write too much.',
    cause: 'The team’s `message_limit` for a minute is used up.',
    remedy: 'Wait a minute, and write less often.',
  },
  rate_limited: {
    wrong: 'The app writes too much in the team.',
    cause: 'Its `app_message_limit` for a minute is used up.',
    remedy: 'Wait a minute, and write less often; a stream counts as one message.',
  },
  ...processing,
} as const

/** The same for a message that stays, which may say more. */
export const postingErrors = {
  ...ephemeralErrors,
  ...metadataErrors,
  metadata_must_be_sent_from_app: {
    wrong: '`metadata` came with a token of no app.',
    cause: 'The token is a person’s own.',
    remedy: 'Use a token of an app, or leave `metadata` out.',
  },
  duplicate_channel_not_found: {
    wrong: 'The message of this `client_msg_id` is in a channel that is gone.',
    cause: 'The call repeats one whose channel was deleted since, or is out of the app’s sight.',
    remedy: 'Take it as sent. For a new message take a new `client_msg_id`.',
  },
  duplicate_message_not_found: {
    wrong: 'The message of this `client_msg_id` was deleted.',
    cause: 'The call repeats one whose message is gone.',
    remedy: 'Take it as sent. For a new message take a new `client_msg_id`.',
  },
} as const

export const chunkErrors = {
  invalid_chunks: {
    wrong: '`chunks` is not JSON, or not an array.',
    cause: 'Often chunks that were encoded twice, or one chunk without the array around it.',
    remedy: 'Send an array, or JSON of one in a string.',
  },
  cannot_provide_both_markdown_text_and_chunks: {
    wrong: 'One call gives text or chunks, not both.',
    cause: '`markdown_text` and `chunks` came together.',
    remedy: 'Send the text as a chunk of type `markdown_text`.',
  },
} as const

/** What a call for a stream that is there already may answer. */
export const streamErrors = {
  ...chunkErrors,
  message_not_found: {
    wrong: 'No message of the channel has this `ts`.',
    cause: 'It is malformed, of another channel, or of a message that was deleted.',
    remedy: 'Use `channel` and `ts` as chat.startStream answered them.',
  },
  message_not_owned_by_app: {
    wrong: 'Another app wrote the message.',
    cause: 'The stream was begun with the token of another app.',
    remedy: 'Go on with the token that began it.',
  },
  message_not_in_streaming_state: {
    wrong: 'The stream is over, or the message never was one.',
    cause: 'The app or a reader stopped it, or nothing was added for `stream.idle_timeout` (10 minutes).',
    remedy: 'Begin another stream for what is left to say.',
  },
  streaming_mode_mismatch: {
    wrong: 'The stream was begun the other way.',
    cause: 'The first content was text and this is chunks, or the other way round.',
    remedy: 'Keep to one of the two from the first call to the last.',
  },
} as const
