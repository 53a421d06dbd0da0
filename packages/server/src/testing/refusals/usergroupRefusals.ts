import { org } from '#testing/workspace/channels'

/** What a method answers to an org-wide token that names no team, or another one. */
export const teamRefusalsFor = (args: Record<string, unknown>) => ({
  missing_argument: { args, ...org, detail: '`team_id`' },
  team_not_found: { args: { ...args, team_id: 'T2' }, ...org, detail: '"T2"' },
})

export const unknownGroup = (args: Record<string, unknown> = {}) => ({
  no_such_subteam: { args: { ...args, usergroup: 'S9' }, detail: 'S9' },
})

/** What a method answers to facts that a user group cannot have. */
export const factRefusals = (args: Record<string, unknown>) => ({
  name_already_exists: { args: { ...args, name: 'DESIGN' }, detail: 'Design' },
  handle_already_exists: { args: { ...args, handle: 'general' }, detail: 'general' },
  invalid_handle: { args: { ...args, handle: 'a b' }, detail: 'a b' },
  channel_not_found: { args: { ...args, channels: 'CSECRET' }, detail: 'CSECRET' },
})
