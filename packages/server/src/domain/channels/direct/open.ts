import type { Caller } from '#domain/access/caller'
import { openDirectMessage, findBetween, openGroupDirectMessage } from '#domain/channels/directMessage'
import { type Channel, findChannel, noSuchChannel } from '#domain/channels/find'
import { findUser, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { reopenDirectMessage } from './closed.ts'

/** How many others there may be in a group direct message. */
export const maxOthers = 8

export interface Opened {
  channel: Channel
  /** Whether it existed and was open already, so that nothing has changed. */
  wasOpen: boolean
}

/**
 * [ROM-10] Opens the direct message of the caller and these users, and creates it on first use unless `existing` is set.
 * The caller may be among them.
 */
export async function openDirectMessageWith(
  tx: Tx,
  caller: Caller,
  userIds: readonly string[],
  { existing = false }: { existing?: boolean } = {},
): Promise<Opened> {
  const others = [...new Set(userIds)].filter((id) => id !== caller.userId)
  if (others.length > maxOthers) {
    throw new Refusal('too_many_users', `"users": at most ${maxOthers} other people; there are ${others.length}.`)
  }
  for (const id of others) await checkUser(tx, caller, id, others.length)
  if (others.length === 0 && caller.kind === 'bot') throw cannotWriteToBot(caller.userId)
  const members = [caller.userId, ...others]
  if (existing) await checkExists(tx, caller, members)
  const [other = caller.userId] = others
  const { id, isNew } =
    others.length > 1
      ? await openGroupDirectMessage(tx, caller.teamId, members)
      : await openDirectMessage(tx, caller.teamId, caller.userId, other)
  const channel = await findChannel(tx, caller.teamId, id)
  if (!channel) throw new Error(`The direct message ${id} was just opened.`)
  const wasClosed = await reopenDirectMessage(tx, caller, channel)
  return { channel, wasOpen: !isNew && !wasClosed }
}

/** [ROM-10] A bot user may be one of several, but two apps alone have no direct message. */
async function checkUser(tx: Tx, caller: Caller, id: string, count: number): Promise<UserRow> {
  const user = await findUser(tx, caller.teamId, id)
  if (!user) throw new Refusal('user_not_found', `"users": nobody in the team has the id ${JSON.stringify(id)}.`)
  if (user.deleted) throw new Refusal('user_disabled', `"users": ${id} was deleted.`)
  if (count === 1 && caller.kind === 'bot' && user.app_id !== null) throw cannotWriteToBot(id)
  return user
}

function cannotWriteToBot(id: string): Refusal {
  return new Refusal('cannot_dm_bot', `${id} is a bot user; apps have no direct messages with each other.`)
}

async function checkExists(tx: Tx, caller: Caller, members: readonly string[]): Promise<void> {
  const kind = members.length > 2 ? 'mpim' : 'im'
  if ((await findBetween(tx, caller.teamId, kind, members)) !== undefined) return
  throw noSuchChannel(members.slice(1).join(','))
}
