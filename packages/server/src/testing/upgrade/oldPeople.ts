import { createHash } from 'node:crypto'

/** What `oldRows` has, for a test that reads it back. */
export const old = {
  token: 'xoxb-old-scout',
  team: 'T0OLD',
  channel: 'C0OLD',
  root: '1767225600.000100',
  reply: '1767225601.000100',
  finished: '1767225602.000100',
  open: '1767225603.000100',
  edited: '1767225604.000100',
  deleted: '1767225605.000100',
}

const { team: team_id } = old
const began = 1_767_225_600_000
const scopes = [
  'chat:write',
  'channels:history',
  'channels:read',
  'users:read',
  'reactions:read',
  'files:read',
  'pins:read',
  'bookmarks:read',
  'emoji:read',
  'usergroups:read',
]

/** People and apps, with their tokens. */
export function oldPeople(): Record<string, Record<string, unknown>[]> {
  return {
    teams: [{ id: team_id, name: 'Old', domain: 'old', deleted: false, state: 'active', policies: '{}' }],
    users: [person('U0OLD', 'olga', 'Olga Berg'), { ...person('U0SCOUT', 'scout', 'Scout'), app_id: 'A0OLD' }],
    usergroups: [{ team_id, id: 'S0OLD', handle: 'ops', name: 'Operations', users: '["U0OLD"]' }],
    emoji: [{ team_id, name: 'shipit', value: 'alias:rocket' }],
    apps: [{ id: 'A0OLD', bot_id: 'B0OLD', bot_user: 'U0SCOUT', manifest, signing_secret: 'shh', removed: false }],
    installations: [{ app_id: 'A0OLD', team_id }],
    tokens: [
      {
        hash: createHash('sha256').update(old.token).digest('hex'),
        kind: 'bot',
        app_id: 'A0OLD',
        team_id,
        scopes: JSON.stringify(scopes),
        revoked: false,
      },
    ],
  }
}

const manifest = JSON.stringify({
  display_information: { name: 'Scout' },
  features: { bot_user: { display_name: 'Scout' } },
  oauth_config: { scopes: { bot: scopes } },
})

function person(id: string, name: string, real_name: string) {
  return {
    team_id,
    id,
    name,
    real_name,
    display_name: name,
    email: `${name}@old.example`,
    email_key: `${name}@old.example`,
    tz: 'UTC',
    locale: 'en-US',
    admin: false,
    deleted: false,
    two_factor: false,
    updated_at: began,
    profile: '{"title":"Keeper"}',
  }
}
