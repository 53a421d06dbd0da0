/** What a method that names no channel may answer to an org-wide token. */
export const teamErrors = {
  missing_argument: {
    wrong: 'An org-wide token needs `team_id`.',
    cause: 'The token belongs to several teams, and the call names none.',
    remedy: 'Send the id of the team.',
  },
  team_not_found: {
    wrong: 'There is no such team, or the caller cannot see it.',
    cause: 'The id is unknown, or the token was not granted for this team.',
    remedy: 'Use the id of a team in which the app is installed.',
  },
} as const
