/** Every event that a manifest can subscribe to and that this server sends. */
export const sentEvents = [
  'agent_session_stopped',
  'agent_session_title_changed',
  'app_context_changed',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'assistant_thread_context_changed',
  'assistant_thread_started',
  'channel_archive',
  'channel_created',
  'channel_rename',
  'channel_unarchive',
  'file_created',
  'file_deleted',
  'file_shared',
  'file_unshared',
  'function_executed',
  'group_archive',
  'group_close',
  'group_open',
  'group_rename',
  'group_unarchive',
  'im_close',
  'im_created',
  'im_open',
  'link_shared',
  'member_joined_channel',
  'member_left_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'message_metadata_deleted',
  'message_metadata_posted',
  'message_metadata_updated',
  'pin_added',
  'pin_removed',
  'reaction_added',
  'reaction_removed',
  'subteam_created',
  'subteam_members_changed',
  'subteam_updated',
  'team_join',
  'tokens_revoked',
  'user_change',
  'user_profile_changed',
  'user_status_changed',
] as const

/** The name of such an event, as manifests have it. */
export type SentEvent = (typeof sentEvents)[number]

/** Whether this server ever sends an event of this name. */
export function isSentEvent(name: string): boolean {
  return sentEvents.some((sent) => sent === name)
}
