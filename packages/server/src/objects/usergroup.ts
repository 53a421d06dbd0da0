import { z } from 'zod'
import type { Usergroup } from '#domain/people/usergroups/find'

/** The schema of a user group. */
export const usergroupObject = z.object({
  id: z.string(),
  team_id: z.string(),
  is_usergroup: z.literal(true),
  is_subteam: z.literal(true),
  name: z.string(),
  description: z.string(),
  handle: z.string(),
  is_external: z.literal(false),
  date_create: z.int(),
  date_update: z.int(),
  date_delete: z.int().describe('0 while it is in use.'),
  auto_type: z.null(),
  auto_provision: z.literal(false),
  enterprise_subteam_id: z.string(),
  created_by: z.string(),
  updated_by: z.string(),
  deleted_by: z.string().nullable(),
  prefs: z.object({ channels: z.array(z.string()), groups: z.array(z.string()) }),
  users: z.array(z.string()).optional(),
  user_count: z.int().optional(),
  channel_count: z.int().optional(),
})

interface Shown {
  users: boolean
  count: boolean
}

export function toUsergroupObject(group: Usergroup, { users, count }: Shown): z.input<typeof usergroupObject> {
  return {
    id: group.id,
    team_id: group.team_id,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: group.description,
    handle: group.handle,
    is_external: false,
    date_create: toSeconds(group.created_at),
    date_update: toSeconds(group.updated_at),
    date_delete: toSeconds(group.disabled_at ?? 0),
    auto_type: null,
    auto_provision: false,
    enterprise_subteam_id: '',
    created_by: group.created_by ?? '',
    updated_by: group.updated_by ?? '',
    deleted_by: group.disabled_by,
    prefs: { channels: group.default_channels, groups: [] },
    ...(users ? { users: group.users } : {}),
    ...(count ? { user_count: group.users.length, channel_count: group.default_channels.length } : {}),
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
