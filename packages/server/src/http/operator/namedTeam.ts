/** The errors of a route that takes the name of a team. */
export const teamErrors = { team_not_found: 'No team fits, or several do.' }
