import { countCodePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/access/caller'
import { findChannelIdByName } from './find.ts'
import { insertChannel } from './insert.ts'
import { maxLength } from '#domain/lengths'
import { logEntry } from '#domain/log/entry'
import { postSystemMessage } from '#domain/messages/systemMessages'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

/** [ROM-2] Creates a channel with its creator as the only member. Returns its id. */
export async function createChannel(tx: Tx, caller: Caller, given: string, isPrivate: boolean): Promise<string> {
  const name = toChannelName(given)
  await checkNameIsFree(tx, caller, name)
  const kind = isPrivate ? 'private' : 'public'
  const id = await insertChannel(tx, caller.teamId, { kind, name, creator: caller.userId, members: [caller.userId] })
  // [ROM-8] An app is told that it is in the channel that it has created.
  const joined = { type: 'joined', inviter: null } as const
  tx.work.log(logEntry('member', caller.teamId, { channelId: id, subject: caller.userId, change: joined }))
  await postSystemMessage(tx, { team_id: caller.teamId, id }, caller.userId, { subtype: 'channel_join' })
  return id
}

/** [ROM-2] The name that a channel gets for one that was typed: in lower case, with hyphens for white space, without `#`. */
export function toChannelName(given: string): string {
  return given.trim().replace(/^#/, '').toLowerCase().replace(/\s+/gu, '-')
}

/** [ROM-2] Refuses a name that is not valid or taken. Locks the name until the transaction ends. */
export async function checkNameIsFree(tx: Tx, caller: Caller, name: string): Promise<void> {
  checkName(name)
  await tx.lock(`channel name ${caller.teamId} ${name}`)
  // A refusal because of a channel that the caller cannot see would reveal that it exists.
  if (await findChannelIdByName(tx, caller, name)) {
    throw new Refusal('name_taken', `"name": there is a channel ${JSON.stringify(name)} already.`)
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw new Refusal('invalid_name_required', '"name": a channel needs a name.')
  const size = countCodePoints(name)
  if (size > maxLength.channelName) {
    throw new Refusal(
      'invalid_name_maxlength',
      `"name": at most ${maxLength.channelName} characters; this has ${size}.`,
    )
  }
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]+$/u.test(name)) {
    throw new Refusal('invalid_name_specials', '"name": only lower-case letters, digits, hyphens and underscores.')
  }
  if (/^[_-]+$/.test(name)) throw new Refusal('invalid_name_punctuation', '"name" needs at least one letter or digit.')
}
