import type { Caller } from '#domain/access/caller'
import { findUser } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { openDirectMessage } from './directMessage.ts'
import { findChannel, findChannelIdByName, isChannelId, noSuchChannel } from './find.ts'

/**
 * [ORD 14, PLA-2] Returns the id of the channel that a message should go to. `named` is an id, a person's id, which opens
 * their direct message with the caller, or a name with or without `#`. The id is checked by `findPostingTarget`.
 */
export async function findDestination(tx: Tx, caller: Caller, named: string): Promise<string> {
  // An org-wide token may name channels by id only, as `findVisibleChannel` says.
  if (caller.kind === 'org') return named
  // A name in capitals may look like an id.
  if (isChannelId(named) && (await findChannel(tx, caller.teamId, named))) return named
  if (isUserId(named)) return openDirectMessageFrom(tx, caller, named)
  return (await findChannelIdByName(tx, caller, named.replace(/^#/, '').toLowerCase())) ?? named
}

function isUserId(text: string): boolean {
  return /^[UW][A-Z0-9]+$/.test(text)
}

async function openDirectMessageFrom(tx: Tx, caller: Caller, userId: string): Promise<string> {
  const user = await findUser(tx, caller.teamId, userId)
  if (!user || user.deleted) throw noSuchChannel(userId)
  if (caller.kind === 'bot' && user.app_id !== null) {
    throw new Refusal('channel_not_found', `${userId} is a bot user; apps have no direct messages with each other.`)
  }
  const { id } = await openDirectMessage(tx, caller.teamId, caller.userId, userId)
  return id
}
