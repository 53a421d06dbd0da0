import { z } from 'zod'
import type { UserRow } from '#domain/people/users'

/** The schema of a user object. */
export const userObject = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.string(),
  deleted: z.boolean(),
  real_name: z.string(),
  tz: z.string(),
  locale: z.string().optional(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_bot: z.boolean(),
  is_app_user: z.boolean(),
  updated: z.int(),
  profile: z.object({
    real_name: z.string(),
    display_name: z.string(),
    real_name_normalized: z.string(),
    display_name_normalized: z.string(),
    email: z.string().optional(),
    api_app_id: z.string().optional(),
    team: z.string(),
  }),
})

/** A person or bot user. `email` and `locale` say whether to include them. */
export function toUserObject(user: UserRow, options: { email: boolean; locale: boolean }): z.input<typeof userObject> {
  return {
    id: user.id,
    team_id: user.team_id,
    name: user.name,
    deleted: user.deleted,
    real_name: user.real_name,
    tz: user.tz,
    ...(options.locale ? { locale: user.locale } : {}),
    is_admin: user.admin,
    is_owner: false,
    is_bot: user.app_id !== null,
    is_app_user: false,
    updated: Math.floor(user.updated_at / 1000),
    profile: {
      real_name: user.real_name,
      display_name: user.display_name,
      real_name_normalized: user.real_name,
      display_name_normalized: user.display_name,
      ...(options.email && user.email ? { email: user.email } : {}),
      ...(user.app_id ? { api_app_id: user.app_id } : {}),
      team: user.team_id,
    },
  }
}
