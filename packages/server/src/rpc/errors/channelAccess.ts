/** A rule of shared channels about links to one kind of content. */
function sharingError(linked: string, rule: string) {
  return {
    wrong: `A team that shares the channel does not allow links to ${linked}.`,
    cause: `The content has an address of this server, and \`connect.${rule}\` of one of the teams is false.`,
    remedy: 'Remove the link, or ask an administrator of that team to allow it.',
  }
}

/** The checks of a channel in which something is done with existing messages. */
export const channelAccessErrors = {
  channel_not_found: {
    wrong: 'There is no such channel, or the caller cannot see it.',
    cause: 'The id is unknown or malformed, the channel was deleted, or it is private and the caller is not a member.',
    remedy: 'Use the id of a channel. Join it first if it is private.',
  },
  channel_type_not_supported: {
    wrong: 'Channels of this kind have no messages.',
    cause: 'It is a canvas.',
    remedy: 'Use a channel or a direct message.',
  },
  is_archived: {
    wrong: 'The channel is archived.',
    cause: 'Somebody has archived it: it can be read, and nothing can be added.',
    remedy: 'Use another channel, or unarchive it.',
  },
  not_in_channel: {
    wrong: 'The caller is not in the public channel.',
    cause: 'The person or the app’s bot user is not a member.',
    remedy: 'Join it with conversations.join, or be invited. An app may then try again.',
  },
  team_not_found: {
    wrong: 'An org-wide token needs the id of the channel instead of its name.',
    cause: 'Names are unique within a team only, and the token belongs to several.',
    remedy: 'Send the id of the channel.',
  },
} as const

/** [PLA-1] What an app gets in place of `not_in_channel` in the methods of streams and of statuses. */
export const absentAppError = {
  no_permission: {
    wrong: 'The app is not a member of the conversation.',
    cause: 'Nobody has invited the app to this public channel, and it has not joined.',
    remedy: 'Join the channel with conversations.join, or invite the app.',
  },
} as const

/** The checks of content in a channel that several teams share. */
export const sharedChannelErrors = {
  slack_connect_canvas_sharing_blocked: sharingError('canvases', 'canvas'),
  slack_connect_file_link_sharing_blocked: sharingError('files', 'file_link'),
  slack_connect_lists_sharing_blocked: sharingError('lists', 'lists'),
} as const

/** The checks of a channel in which messages are written or continued. */
export const postingRuleErrors = {
  ...channelAccessErrors,
  restricted_action: {
    wrong: 'Only administrators may post in the team.',
    cause: 'The team’s `posting` is `admins`, and the app was not installed by an administrator.',
    remedy: 'Ask an administrator to install the app or to change the setting.',
  },
  restricted_action_read_only_channel: {
    wrong: 'The channel is read-only.',
    cause: 'Its `posting` is `read_only`.',
    remedy: 'Use another channel.',
  },
  restricted_action_non_threadable_channel: {
    wrong: 'The channel has no threads.',
    cause: 'Its `threads` is false, and the call posts a reply.',
    remedy: 'Post without `thread_ts`, or use another channel.',
  },
  messages_tab_disabled: {
    wrong: 'The app’s messages tab is turned off.',
    cause: 'The channel is a direct message with the app, whose manifest has `app_home.messages_tab_enabled: false`.',
    remedy: 'Turn it on in the app’s manifest.',
  },
  ...sharedChannelErrors,
} as const

/** The checks of a channel that is only looked at. */
export const visibleChannelErrors = {
  channel_not_found: channelAccessErrors.channel_not_found,
  team_not_found: channelAccessErrors.team_not_found,
} as const

/** The checks of a channel whose messages, pins or bookmarks are read. */
export const readableChannelErrors = {
  ...visibleChannelErrors,
  not_in_channel: channelAccessErrors.not_in_channel,
} as const
