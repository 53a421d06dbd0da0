/** What a method that changes a user group may answer. */
export const usergroupErrors = {
  no_such_subteam: {
    wrong: 'The team has no such user group in use.',
    cause: 'The id is unknown, belongs to another team, or the group was disabled.',
    remedy: 'Look the id up with usergroups.list; `include_disabled` lists all.',
  },
} as const

/** What a method that names a user group may answer besides. */
export const usergroupNameErrors = {
  name_already_exists: 'Another user group of the team has this name.',
  handle_already_exists: {
    wrong: 'The handle is taken.',
    cause: 'A user group, a person or a public channel has it, or it is `channel`, `everyone`, `group` or `here`.',
    remedy: 'Choose another handle.',
  },
  invalid_handle: 'A handle has 1 to 80 letters, digits, dots, dashes and underscores.',
  channel_not_found: 'One of `channels` does not exist in the team, or is not public.',
} as const
