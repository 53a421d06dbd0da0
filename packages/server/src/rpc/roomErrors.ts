/** What a method that changes a channel or its members may answer. */
export const roomErrors = {
  channel_not_found: 'There is no such channel, or none that the caller can see.',
  team_not_found: 'An org-wide token came with a channel name in place of an id.',
  method_not_supported_for_channel_type: 'It is a direct message, or another kind that the method is not for.',
} as const

/** What a method without a channel may answer to an org-wide token. */
export const teamErrors = {
  missing_argument: 'An org-wide token came without `team_id`.',
  team_not_found: 'There is no such team, or none that the caller can see.',
} as const
