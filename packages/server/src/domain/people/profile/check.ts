import { countCodePoints } from '@rivulet/blocks/codePoints'
import { emailPattern } from '#domain/people/email'
import { isServiceName } from '#domain/people/reservedNames'
import { isTimeZone } from '#domain/people/timeZone'
import { findUserByEmail, type UserRow } from '#domain/people/users'
import { findEmoji } from '#domain/reactions/customEmoji'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** The fields of a profile that can be set. An empty text removes what was there. */
export interface NewProfile {
  real_name?: string | undefined
  display_name?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  title?: string | undefined
  phone?: string | undefined
  skype?: string | undefined
  pronouns?: string | undefined
  email?: string | undefined
  /** Only the person sets it, in the web client. */
  tz?: string | undefined
  status_text?: string | undefined
  status_emoji?: string | undefined
  /** In Unix seconds; 0 if the status stays. */
  status_expiration?: number | undefined
}

/** [USR-6] The most characters of each text. */
export const profileLimits = {
  real_name: 80,
  display_name: 80,
  first_name: 80,
  last_name: 80,
  title: 100,
  phone: 40,
  skype: 80,
  pronouns: 40,
  email: 254,
} as const
const maxStatus = 100
/** Of the year 2255, as for a ts. */
const latestSeconds = 9_000_000_000

/** [USR-6] Refuses a field that a profile cannot have. */
export async function checkProfile(db: Db, user: UserRow, fields: NewProfile): Promise<void> {
  for (const [name, limit] of Object.entries(profileLimits)) {
    const value = Reflect.get(fields, name)
    if (typeof value === 'string' && countCodePoints(value) > limit)
      throw failed(`\`${name}\` has at most ${limit} characters.`)
  }
  if (fields.real_name !== undefined && fields.real_name.trim() === '') throw failed('`real_name` must not be empty.')
  for (const name of [fields.real_name, fields.display_name, fields.first_name, fields.last_name])
    if (name !== undefined && (await isServiceName(db, name)))
      throw new Refusal('reserved_name', `${JSON.stringify(name)} would pass for the service; choose another name.`)
  if (fields.tz !== undefined && !isTimeZone(fields.tz))
    throw failed(`${JSON.stringify(fields.tz)} is not a time zone.`)
  if (fields.email !== undefined) await checkEmail(db, user, fields.email)
  await checkStatus(db, user, fields)
}

async function checkEmail(db: Db, user: UserRow, email: string): Promise<void> {
  if (!emailPattern.test(email)) throw failed(`\`email\`: ${JSON.stringify(email)} is not an address.`)
  const owner = await findUserByEmail(db, user.team_id, email)
  if (owner && owner.id !== user.id) throw new Refusal('email_taken', 'Somebody else in the team has this address.')
}

async function checkStatus(db: Db, user: UserRow, fields: NewProfile): Promise<void> {
  const { status_text: text = '', status_emoji: emoji = '', status_expiration: endsAt = 0 } = fields
  if (countCodePoints(text) > maxStatus)
    throw new Refusal('profile_status_set_failed_too_long', `A status has at most ${maxStatus} characters.`)
  if (emoji !== '') {
    const [, name] = /^:([^:\s]{1,100}(?:::skin-tone-[2-6])?):$/.exec(emoji) ?? []
    if (name === undefined)
      throw new Refusal(
        'profile_status_set_failed_not_emoji_syntax',
        `${JSON.stringify(emoji)} is not like ":palm_tree:".`,
      )
    if ((await findEmoji(db, user.team_id, name)) === undefined)
      throw new Refusal('profile_status_set_failed_not_valid_emoji', `There is no emoji ${emoji}.`)
  }
  if (endsAt !== 0 && (endsAt * 1000 <= db.clock.now() || endsAt > latestSeconds))
    throw failed('`status_expiration` is a time in the future, in Unix seconds, or 0.')
}

function failed(detail: string): Refusal {
  return new Refusal('profile_set_failed', detail)
}
