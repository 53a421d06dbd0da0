import { placeErrors } from './posting.ts'

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

/** [ROM-2] Why a channel cannot be called so. */
export const nameErrors = {
  name_taken: {
    wrong: 'A channel that the caller can see has this name.',
    cause: 'Archived channels keep their names.',
    remedy: 'Choose another name, or use that channel.',
  },
  invalid_name_required: {
    wrong: 'There is no name, or it is empty.',
    cause: '`name` is missing, or white space alone.',
    remedy: 'Give a name: lower-case letters, digits, hyphens and underscores.',
  },
  invalid_name_maxlength: {
    wrong: 'The name is over 80 characters.',
    cause: 'Characters are counted as Unicode code points.',
    remedy: 'Choose a shorter name; the topic has room for more.',
  },
  invalid_name_specials: {
    wrong: 'The name has capitals, white space or other characters that a name cannot have.',
    cause: 'A name has lower-case letters and digits of any script, hyphens and underscores.',
    remedy: 'Write it in lower case, with hyphens between the words.',
  },
  invalid_name_punctuation: {
    wrong: 'The name is made of hyphens and underscores alone.',
    cause: 'A name has at least one letter or digit.',
    remedy: 'Add a word to it.',
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
