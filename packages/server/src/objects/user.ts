import { resolveEmoji } from '@rivulet/blocks/emoji'
import { z } from 'zod'
import { findAppProfiles } from '#domain/apps/profiles'
import { hueOf } from '#domain/people/pictures/initials'
import { userColour } from '#domain/people/pictures/colours'
import { pictureUrlsOf } from '#domain/people/pictures/urls'
import { currentStatus, nameParts, normalizeName } from '#domain/people/profile/read'
import { describeTimeZone, type TimeZone } from '#domain/people/timeZone'
import { displayNameOf, type UserRow } from '#domain/people/users'
import { listCustomEmoji } from '#domain/reactions/customEmoji'
import type { Db } from '#store/db'

const text = z.string()

/** The addresses of a picture, by size. */
export const pictureFields = {
  avatar_hash: text,
  image_24: text.optional(),
  image_32: text.optional(),
  image_48: text.optional(),
  image_72: text.optional(),
  image_192: text.optional(),
  image_512: text.optional(),
  image_1024: text.optional(),
  image_original: text.optional(),
  is_custom_image: z.boolean().optional(),
}

/** The schema of a profile. */
export const profileObject = z.object({
  title: text,
  phone: text,
  skype: text,
  pronouns: text.optional(),
  real_name: text,
  real_name_normalized: text,
  display_name: text,
  display_name_normalized: text,
  first_name: text,
  last_name: text,
  fields: z.object({}).describe('There are no fields of the team’s own.'),
  status_text: text,
  status_text_canonical: text,
  status_emoji: text,
  status_emoji_display_info: z.array(
    z.object({ emoji_name: text, display_url: text.optional(), unicode: text.optional() }),
  ),
  status_expiration: z.int().describe('In Unix seconds. 0: the status stays.'),
  ...pictureFields,
  email: text.optional(),
  api_app_id: text.optional(),
  bot_id: text.optional(),
  always_active: z.boolean().optional(),
  team: text,
})

/** The schema of a user object. */
export const userObject = z.object({
  id: text,
  team_id: text,
  name: text,
  deleted: z.boolean(),
  color: text,
  real_name: text,
  tz: text,
  tz_label: text,
  tz_offset: z.int(),
  locale: text.optional(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  is_primary_owner: z.boolean(),
  is_restricted: z.boolean(),
  is_ultra_restricted: z.boolean(),
  is_bot: z.boolean(),
  is_app_user: z.boolean(),
  is_email_confirmed: z.boolean(),
  who_can_share_contact_card: text,
  updated: z.int(),
  profile: profileObject,
})

/** Whether to include the e-mail and the locale. */
interface Shown {
  email: boolean
  locale?: boolean
}

type UserObject = z.input<typeof userObject>

export async function toUserObject(db: Db, user: UserRow, shown: Shown): Promise<UserObject> {
  const profile = await toProfileObject(db, user, shown)
  return toObject(user, profile, describeTimeZone(user.tz, db.clock.now()), shown)
}

/** People and bot users of one team. */
export async function toUserObjects(db: Db, users: readonly UserRow[], shown: Shown): Promise<UserObject[]> {
  const facts = await findProfileFacts(db, users)
  // Formats of time zones are slow to make, and people share them.
  const zones = new Map<string, TimeZone>()
  const zoneOf = (name: string) => zones.get(name) ?? describeTimeZone(name, db.clock.now())
  return users.map((user) => {
    const zone = zoneOf(user.tz)
    zones.set(user.tz, zone)
    return toObject(user, toProfile(db, user, facts, shown), zone, shown)
  })
}

function toObject(
  user: UserRow,
  profile: z.input<typeof profileObject>,
  zone: TimeZone,
  { locale }: Shown,
): UserObject {
  return {
    id: user.id,
    team_id: user.team_id,
    name: user.name,
    deleted: user.deleted,
    color: userColour(hueOf(user.id)),
    real_name: user.real_name,
    tz: user.tz,
    tz_label: zone.label,
    tz_offset: zone.offset,
    ...(locale ? { locale: user.locale } : {}),
    is_admin: user.admin,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: user.app_id !== null,
    is_app_user: false,
    is_email_confirmed: user.app_id === null,
    who_can_share_contact_card: 'EVERYONE',
    updated: Math.floor(user.updated_at / 1000),
    profile,
  }
}

export async function toProfileObject(db: Db, user: UserRow, shown: Shown): Promise<z.input<typeof profileObject>> {
  return toProfile(db, user, await findProfileFacts(db, [user]), shown)
}

/** What profiles show besides the rows of their users. */
async function findProfileFacts(db: Db, users: readonly UserRow[]) {
  const appIds = users.flatMap(({ app_id: appId }) => appId ?? [])
  const withEmoji = users.find(({ profile }) => profile.status_emoji)
  return {
    apps: await findAppProfiles(db, appIds),
    emoji: withEmoji ? await listCustomEmoji(db, withEmoji.team_id) : {},
  }
}

function toProfile(
  db: Db,
  user: UserRow,
  { apps, emoji }: Awaited<ReturnType<typeof findProfileFacts>>,
  { email }: Shown,
): z.input<typeof profileObject> {
  const { profile } = user
  const name = nameParts(user)
  const status = currentStatus(user, db.clock.now())
  const app = apps.get(user.app_id ?? '')
  return {
    title: profile.title ?? '',
    phone: profile.phone ?? '',
    skype: profile.skype ?? '',
    ...(profile.pronouns ? { pronouns: profile.pronouns } : {}),
    real_name: user.real_name,
    real_name_normalized: normalizeName(user.real_name),
    display_name: user.display_name,
    display_name_normalized: normalizeName(user.display_name),
    first_name: name.first,
    last_name: name.last,
    fields: {},
    status_text: status.text,
    status_text_canonical: '',
    status_emoji: status.emoji,
    status_emoji_display_info: describeEmoji(status.emoji, emoji),
    status_expiration: status.endsAt === null ? 0 : Math.floor(status.endsAt / 1000),
    ...pictureUrlsOf(db, { ...user, label: displayNameOf(user) }),
    ...(email && user.email ? { email: user.email } : {}),
    ...(app ? { api_app_id: app.id, bot_id: app.botId, always_active: app.alwaysOnline } : {}),
    team: user.team_id,
  }
}

function describeEmoji(written: string, custom: Record<string, string>) {
  const name = written.replaceAll(':', '')
  const shown = name === '' ? undefined : resolveEmoji({ name }, custom)
  if (!shown) return []
  if ('picture' in shown) return [{ emoji_name: name, display_url: shown.picture }]
  const unicode = [...shown.characters].map((character) => character.codePointAt(0)?.toString(16)).join('-')
  return [{ emoji_name: name, unicode }]
}
