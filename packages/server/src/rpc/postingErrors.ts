/** The rules of a place where something is done with messages that are there. */
export const reachErrors = {
  channel_not_found: 'There is no such channel, or none that the caller can see.',
  channel_type_not_supported: 'The channel is of a kind that holds no messages.',
  is_archived: 'The channel is archived.',
  not_in_channel: 'The person is not in the channel.',
  team_not_found: 'An org-wide token came with a channel name in place of an id.',
} as const

/** What a channel that several teams share may keep out. */
export const sharingErrors = {
  slack_connect_canvas_sharing_blocked: 'A team that shares the channel allows no links to canvases.',
  slack_connect_file_link_sharing_blocked: 'A team that shares the channel allows no links to files.',
  slack_connect_lists_sharing_blocked: 'A team that shares the channel allows no links to lists.',
} as const

/** The rules of a place where messages are written, or go on. */
export const placeErrors = {
  ...reachErrors,
  restricted_action: 'Only administrators may post in the team.',
  restricted_action_read_only_channel: 'The channel is read-only.',
  restricted_action_non_threadable_channel: 'The channel has no threads.',
  messages_tab_disabled: 'The app’s messages tab is turned off.',
  ...sharingErrors,
} as const

/** What can be wrong with content that is given, as text or as blocks. */
export const blockErrors = {
  msg_too_long: 'The text is too long.',
  invalid_blocks: 'A block is not valid.',
  msg_blocks_too_long: 'There are too many blocks.',
} as const

export const metadataErrors = {
  invalid_metadata_format: '`metadata` is not a JSON object.',
  invalid_metadata_schema: '`metadata` does not hold `event_type` and `event_payload`.',
  metadata_too_large: '`metadata` is over 16 KiB.',
} as const

export const processing = {
  messaging_processing_failed:
    'The message could not be turned into blocks or stored, and the caller can do nothing about it.',
} as const

/** What a method that shows people something new may answer: the place, the content, and how much may be written. */
export const ephemeralErrors = {
  ...placeErrors,
  restricted_action_thread_only_channel: 'Apps reply in threads there.',
  restricted_action_thread_locked: 'The thread is locked.',
  invalid_thread_ts: '`thread_ts` names no message of the channel.',
  reserved_username: '`username` would pass for somebody else.',
  no_text: 'Content was given and is empty.',
  ...blockErrors,
  invalid_blocks_format: '`blocks` is not JSON, or not an array of objects.',
  message_limit_exceeded: 'The members of the team write too much.',
  rate_limited: 'The app writes too much in the team.',
  ...processing,
} as const

/** The same for a message that stays, which may say more. */
export const postingErrors = {
  ...ephemeralErrors,
  ...metadataErrors,
  metadata_must_be_sent_from_app: '`metadata` came with a token of no app.',
  duplicate_channel_not_found: 'The message of this `client_msg_id` is in a channel that is gone.',
  duplicate_message_not_found: 'The message of this `client_msg_id` was deleted.',
} as const

export const chunkErrors = {
  invalid_chunks: '`chunks` is not JSON, or not an array.',
  cannot_provide_both_markdown_text_and_chunks: 'One call gives text or chunks, not both.',
} as const

/** What a call for a stream that is there already may answer. */
export const streamErrors = {
  ...chunkErrors,
  message_not_found: 'No message of the channel has this `ts`.',
  message_not_owned_by_app: 'Another app wrote the message.',
  message_not_in_streaming_state: 'The stream is over, or the message never was one.',
  streaming_mode_mismatch: 'The stream was begun the other way.',
} as const
