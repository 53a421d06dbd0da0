import { revokeTokens } from '#domain/access/revokeTokens'
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

/** [OPS-5] Sets a password, as its hash or none, and ends every session of the person. */
export async function setPassword(tx: Tx, { team_id: teamId, id }: UserRow, password: string | null): Promise<number> {
  await tx.updateTable('users').set({ password }).where('team_id', '=', teamId).where('id', '=', id).execute()
  return endSessionsOf(tx, teamId, id)
}
