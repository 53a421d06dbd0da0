import { countCodePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/access/caller'
import { insertChannel } from './insert.ts'
import { postSystemMessage } from '#domain/messages/systemMessages'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

const maxNameLength = 80

/** [ROM-2] Creates a channel with its creator as the only member. Returns its id. */
export async function createChannel(tx: Tx, caller: Caller, name: string, isPrivate: boolean): Promise<string> {
  await checkNameIsFree(tx, caller, name)
  const kind = isPrivate ? 'private' : 'public'
  const id = await insertChannel(tx, caller.teamId, { kind, name, creator: caller.userId, members: [caller.userId] })
  await postSystemMessage(tx, { team_id: caller.teamId, id }, caller.userId, { subtype: 'channel_join' })
  return id
}

/** [ROM-2] Refuses a name that is not valid or taken. Locks the name until the transaction ends. */
export async function checkNameIsFree(tx: Tx, caller: Caller, name: string): Promise<void> {
  checkName(name)
  await tx.lock(`channel name ${caller.teamId} ${name}`)
  if (await isNameTaken(tx, caller, name)) {
    throw new Refusal('name_taken', `"name": there is a channel ${JSON.stringify(name)} already.`)
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw new Refusal('invalid_name_required', '"name": a channel needs a name.')
  const size = countCodePoints(name)
  if (size > maxNameLength) {
    throw new Refusal('invalid_name_maxlength', `"name": at most ${maxNameLength} characters; this has ${size}.`)
  }
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]+$/u.test(name)) {
    throw new Refusal('invalid_name_specials', '"name": only lower-case letters, digits, hyphens and underscores.')
  }
  if (/^[_-]+$/.test(name)) throw new Refusal('invalid_name_punctuation', '"name" needs at least one letter or digit.')
}

/** [ROM-2] Looks only at channels the caller can see. A refusal because of a hidden one would reveal that it exists. */
async function isNameTaken(tx: Tx, caller: Caller, name: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('channels')
    .leftJoin('members', (join) =>
      join
        .onRef('members.team_id', '=', 'channels.team_id')
        .onRef('members.channel_id', '=', 'channels.id')
        .on('members.user_id', '=', caller.userId),
    )
    .select('channels.id')
    .where('channels.team_id', '=', caller.teamId)
    .where('name', '=', name)
    .where('kind', 'in', ['public', 'private'])
    .where('deleted', '=', false)
    .where((where) => where.or([where('kind', '=', 'public'), where('members.user_id', 'is not', null)]))
    .executeTakeFirst()
  return taken !== undefined
}
