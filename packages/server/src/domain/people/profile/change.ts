import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import { emailColumns } from '#domain/people/email'
import { findUser, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import type { StoredProfile } from '#store/tables/people'
import { checkProfile, type NewProfile } from './check.ts'

/** [USR-6] Changes what a profile says: one's own, or as an admin that of somebody else. Missing fields stay. */
export async function changeProfile(tx: Tx, by: Caller, userId: string, fields: NewProfile): Promise<UserRow> {
  await tx.lock(`user ${by.teamId} ${userId}`)
  const user = await findUser(tx, by.teamId, userId)
  if (!user || user.deleted) throw noSuchUser(userId)
  await checkMayChange(tx, by, user, fields)
  await checkProfile(tx, user, fields)
  const changed = withFields(user, fields)
  const isStatusOnly = Object.keys(fields).every((name) => name.startsWith('status_'))
  await saveUser(tx, user, changed, isStatusOnly ? 'status' : 'profile')
  return { ...user, ...changed }
}

export function noSuchUser(id: string): Refusal {
  return new Refusal('user_not_found', `"user": nobody in the team has the id ${JSON.stringify(id)}.`)
}

/** Writes columns of a user and logs that they have changed. */
export async function saveUser(
  tx: Tx,
  { team_id: teamId, id }: UserRow,
  { email, ...columns }: Partial<UserRow>,
  what: 'status' | 'profile',
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...columns, ...(email === undefined ? {} : emailColumns(email)), updated_at: tx.clock.now() })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
  tx.work.log(logEntry('user', teamId, { subject: id, change: { type: 'user_changed', what } }))
}

async function checkMayChange(tx: Tx, by: Caller, user: UserRow, fields: NewProfile): Promise<void> {
  const caller = await findUser(tx, by.teamId, by.userId)
  if (user.id === by.userId) {
    if (fields.email !== undefined && !caller?.admin)
      throw new Refusal('not_admin', 'Only an admin can change an e-mail address.')
    return
  }
  if (!caller?.admin) throw new Refusal('not_admin', 'Only an admin can change the profile of somebody else.')
  if (user.app_id !== null) throw new Refusal('not_app_admin', `${user.id} is a bot user: its manifest names it.`)
  if (user.admin) throw new Refusal('cannot_update_admin_user', `${user.id} is an admin, too.`)
}

/** Texts that are empty are left out. */
function mergeTexts(before: StoredProfile, given: object): StoredProfile {
  return Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, text]) => text !== undefined && text !== ''),
  )
}

/** The columns of the user after the change. */
function withFields(user: UserRow, given: NewProfile) {
  const { real_name, display_name, email, tz, status_expiration: expiration, ...texts } = given
  const profile = mergeTexts(user.profile, texts)
  if (real_name !== undefined) {
    if (texts.first_name === undefined) delete profile.first_name
    if (texts.last_name === undefined) delete profile.last_name
  }
  const joined = [profile.first_name, profile.last_name].filter(Boolean).join(' ')
  const givesParts = texts.first_name !== undefined || texts.last_name !== undefined
  const hasStatus = Boolean(profile.status_text || profile.status_emoji)
  if (profile.status_text && !profile.status_emoji) profile.status_emoji = ':speech_balloon:'
  const setsStatus = texts.status_text !== undefined || texts.status_emoji !== undefined
  const endsAt = expiration === undefined ? (setsStatus ? null : user.status_ends_at) : expiration * 1000 || null
  return {
    profile,
    status_ends_at: hasStatus ? endsAt : null,
    real_name: real_name ?? (givesParts && joined ? joined : user.real_name),
    display_name: display_name ?? user.display_name,
    email: email ?? user.email,
    tz: tz ?? user.tz,
  }
}
