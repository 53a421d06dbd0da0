import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { openDirectMessage } from '#domain/channels/directMessage'
import { Refusal } from '#domain/refusal'
import { findUser } from './users.ts'

/** Opens the direct message of a person with another user of their team, who may be an app's bot user. */
export async function openDirectMessageWith(tx: Tx, person: Caller, userId: string): Promise<string> {
  const other = await findUser(tx, person.teamId, userId)
  if (!other || other.deleted)
    throw new Refusal('user_not_found', `"user": ${JSON.stringify(userId)} is not a user of this team.`)
  const { id } = await openDirectMessage(tx, person.teamId, person.userId, userId)
  return id
}
