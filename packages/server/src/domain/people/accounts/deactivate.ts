import { revokeTokens } from '#domain/access/revokeTokens'
import { uncompared } from '#domain/people/pendingPasswords'
import { saveUser } from '#domain/people/profile/change'
import { endSessionsOf } from '#domain/people/sessions'
import type { UserRow } from '#domain/people/users'
import type { Tx } from '#store/db'

/** What ended with an account. */
export interface Ended {
  sessions: number
  tokens: number
}

/**
 * [OPS-4] Locks a person out, in one transaction: their sessions, feeds, tokens, codes and upload addresses end. What they
 * wrote stays. It may be repeated.
 */
export async function deactivatePerson(tx: Tx, user: UserRow): Promise<Ended> {
  const { team_id: teamId, id } = user
  await tx.lock(`user ${teamId} ${id}`)
  if (!user.deleted) await saveUser(tx, user, { deleted: true }, 'profile')
  const sessions = await endSessionsOf(tx, teamId, id)
  await tx.deleteFrom('oauth_codes').where('team_id', '=', teamId).where('user_id', '=', id).execute()
  await tx.updateTable('files').set({ ticket: null }).where('team_id', '=', teamId).where('user_id', '=', id).execute()
  await tx.deleteFrom('connections').where('team_id', '=', teamId).where('user_id', '=', id).execute()
  const tokens = await revokeTokens(
    tx,
    await tx
      .selectFrom('tokens')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('user_id', '=', id)
      .where('kind', '!=', 'bot')
      .where('revoked', '=', false)
      .execute(),
  )
  return { sessions, tokens }
}

/** [OPS-4] Lets a person in again. What ended with their account does not come back. */
export async function activatePerson(tx: Tx, user: UserRow): Promise<void> {
  await tx.lock(`user ${user.team_id} ${user.id}`)
  if (!user.deleted) return
  await endSessionsOf(tx, user.team_id, user.id)
  await saveUser(tx, user, { deleted: false }, 'profile')
}

/**
 * [OPS-5] Sets a password, as its hash or none, and ends every session of the person. What a workspace file gave before, and
 * is still to be compared, does not replace it [OPS-11].
 */
export async function setPassword(
  tx: Tx,
  { team_id: teamId, id }: Pick<UserRow, 'team_id' | 'id'>,
  password: string | null,
): Promise<number> {
  const person = tx.updateTable('users').where('team_id', '=', teamId).where('id', '=', id)
  await person.set({ password }).execute()
  await person
    .set(({ fn, val, ref }) => ({ file_password: fn('substr', [ref('file_password'), val(uncompared.length + 1)]) }))
    .where('file_password', 'like', `${uncompared}%`)
    .execute()
  return endSessionsOf(tx, teamId, id)
}
