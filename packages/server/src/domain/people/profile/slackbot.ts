import type { UserRow } from '#domain/people/users'

/** [USR-11] Who apps are told has written what nobody has, such as a tombstone. */
export const slackbotId = 'USLACKBOT'

/** [USR-11] The row that it would have, if it were in a team. It is in none, so people never see it. */
export function slackbotIn(teamId: string): UserRow {
  return {
    team_id: teamId,
    id: slackbotId,
    name: 'slackbot',
    real_name: 'Slackbot',
    display_name: 'Slackbot',
    email: null,
    email_key: null,
    tz: 'UTC',
    locale: 'en-US',
    admin: false,
    deleted: false,
    two_factor: false,
    password: null,
    file_password: null,
    app_id: null,
    updated_at: 0,
    profile: {},
    status_ends_at: null,
    picture: null,
    away: false,
  }
}
