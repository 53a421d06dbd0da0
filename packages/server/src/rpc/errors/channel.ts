import { visibleChannelErrors } from './channelAccess.ts'

/** What a method that changes a channel or its members may answer. */
export const channelErrors = {
  ...visibleChannelErrors,
  method_not_supported_for_channel_type: {
    wrong: 'The method does not support channels of this kind.',
    cause: 'The members of a direct message never change, a canvas has none, and nobody can join a private channel.',
    remedy: 'Use a public or private channel. Members of a private channel can invite others.',
  },
} as const

/** What a method for members of the channel only may answer. */
export const memberErrors = {
  not_in_channel: {
    wrong: 'The caller is not in the channel.',
    cause: 'The person or bot user of the token is not a member.',
    remedy: 'Join the channel, or ask to be invited.',
  },
} as const

/** [LIM-1] Of methods that create conversations. */
export const channelCountErrors = {
  too_many_convos_for_team: {
    wrong: 'There are too many channels.',
    cause:
      'The caller has created as many as `limits.channels_per_person` says, or the team has `limits.channels_per_team`. Archived ones count too.',
    remedy: 'Use a channel that exists, or ask the operator to raise the setting.',
  },
} as const
