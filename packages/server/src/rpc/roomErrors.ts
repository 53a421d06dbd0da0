import { placeErrors } from './postingErrors.ts'

/** What a method that changes a channel or its members may answer. */
export const roomErrors = {
  channel_not_found: placeErrors.channel_not_found,
  team_not_found: placeErrors.team_not_found,
  method_not_supported_for_channel_type: {
    wrong: 'It is a direct message, or another kind that the method is not for.',
    cause: 'Members of direct messages are what they are, canvases have none, and nobody joins a private channel.',
    remedy: 'Name a public or private channel; into a private one its members invite.',
  },
} as const

/** What a method that members alone may call answers to others. */
export const memberErrors = {
  not_in_channel: {
    wrong: 'The caller is not in the channel.',
    cause: 'The person or bot user of the token is no member. The word is the same for both here.',
    remedy: 'Join the channel, or be invited.',
  },
} as const

/** What a method without a channel may answer to an org-wide token. */
export const teamErrors = {
  missing_argument: {
    wrong: 'An org-wide token came without `team_id`.',
    cause: 'The token is of several teams, and the call names none.',
    remedy: 'Name the team by its id.',
  },
  team_not_found: {
    wrong: 'There is no such team, or none that the caller can see.',
    cause: 'An id of nothing, or of a team that the token was not granted.',
    remedy: 'Use the id of a team that the app is installed in.',
  },
} as const
