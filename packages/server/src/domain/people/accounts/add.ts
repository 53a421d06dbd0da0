import { addMembers } from '#domain/channels/membership/members'
import { findChannel } from '#domain/channels/find'
import { newId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { emailColumns, emailPattern, toEmailKey } from '#domain/people/email'
import { profileLimits } from '#domain/people/profile/check'
import { isServiceName } from '#domain/people/reservedNames'
import { findUser, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

export interface NewPerson {
  email: string
  /** By default what stands before the @ of the address. */
  name?: string | undefined
  realName?: string | undefined
  admin?: boolean | undefined
  /** The hash of their password. */
  password: string | null
}

/** [OPS-3] Adds a person to a team and to its general channel. */
export async function addPerson(tx: Tx, teamId: string, given: NewPerson): Promise<UserRow> {
  const email = given.email.trim()
  const name = given.name ?? email.slice(0, email.indexOf('@')).toLowerCase()
  const realName = given.realName ?? name
  await tx.lock(`people ${teamId}`)
  if (!emailPattern.test(email) || email.length > profileLimits.email)
    throw new Refusal('invalid_email', `${JSON.stringify(email)} is not an e-mail address.`)
  if (!/^[\p{L}\p{N}._-]{1,80}$/u.test(name))
    throw new Refusal('invalid_name', `${JSON.stringify(name)} is no name: letters, digits, . _ and -, at most 80.`)
  if (realName.trim() === '' || realName.length > profileLimits.real_name || /\p{Cc}/u.test(realName))
    throw new Refusal('invalid_name', `A real name has 1 to ${profileLimits.real_name} characters.`)
  for (const each of [name, realName])
    if (await isServiceName(tx, each))
      throw new Refusal('reserved_name', `${JSON.stringify(each)} would pass for the service; choose another name.`)
  await checkIsNew(tx, teamId, name, email)
  const id = newId('U')
  await tx
    .insertInto('users')
    .values({
      team_id: teamId,
      id,
      name,
      real_name: realName,
      display_name: realName,
      ...emailColumns(email),
      tz: 'UTC',
      locale: 'en-US',
      admin: given.admin ?? false,
      deleted: false,
      two_factor: false,
      password: given.password,
      app_id: null,
      updated_at: tx.clock.now(),
    })
    .execute()
  tx.work.log(logEntry('user', teamId, { subject: id, change: { type: 'team_joined' } }))
  await joinGeneral(tx, teamId, id)
  const user = await findUser(tx, teamId, id)
  if (!user) throw new Error(`The person ${id} is missing after they were added.`)
  return user
}

async function checkIsNew(tx: Tx, teamId: string, name: string, email: string): Promise<void> {
  const same = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'deleted'])
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('name', '=', name), eb('email_key', '=', toEmailKey(email))]))
    .executeTakeFirst()
  if (!same) return
  const what = same.name === name ? `the name ${JSON.stringify(name)}` : 'this address'
  const state = same.deleted ? ', who is deactivated: `rivulet user activate` lets them in again' : ''
  throw new Refusal('name_taken', `${same.name} (${same.id}) has ${what} already${state}.`)
}

async function joinGeneral(tx: Tx, teamId: string, userId: string): Promise<void> {
  const channels = await tx
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamId)
    .where('general', '=', true)
    .where('archived', '=', false)
    .where('deleted', '=', false)
    .execute()
  for (const { id } of channels) {
    const channel = await findChannel(tx, teamId, id)
    if (channel) await addMembers(tx, channel, [userId])
  }
}
