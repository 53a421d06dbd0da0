import { codePoints } from '@rivulet/blocks/codePoints'
import type { Caller } from '#domain/access/caller'
import { createChannel } from './list.ts'
import { tellRoom } from '#domain/messages/notices'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

const longest = 80

/** [ROM-2] Creates a channel with its creator as the only member. Answers its id. */
export async function createRoom(tx: Tx, caller: Caller, name: string, isPrivate: boolean): Promise<string> {
  await checkFree(tx, caller, name)
  const kind = isPrivate ? 'private' : 'public'
  const id = await createChannel(tx, caller.teamId, { kind, name, creator: caller.userId, members: [caller.userId] })
  await tellRoom(tx, { team_id: caller.teamId, id }, caller.userId, { subtype: 'channel_join' })
  return id
}

/** [ROM-2] Whoever else means to give the name waits. */
export async function checkFree(tx: Tx, caller: Caller, name: string): Promise<void> {
  checkName(name)
  await tx.alone(`room name ${caller.teamId} ${name}`)
  if (await isTaken(tx, caller, name)) {
    throw new Refusal('name_taken', `"name": there is a channel ${JSON.stringify(name)} already.`)
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw new Refusal('invalid_name_required', '"name": a channel needs a name.')
  const size = codePoints(name)
  if (size > longest) {
    throw new Refusal('invalid_name_maxlength', `"name": at most ${longest} characters; this has ${size}.`)
  }
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]+$/u.test(name)) {
    throw new Refusal('invalid_name_specials', '"name": only lower-case letters, digits, hyphens and underscores.')
  }
  if (/^[_-]+$/.test(name)) throw new Refusal('invalid_name_punctuation', '"name": at least one letter or digit.')
}

/** [ROM-2] By a channel that the caller may know of: a word about another one would tell that it exists. */
async function isTaken(tx: Tx, caller: Caller, name: string): Promise<boolean> {
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
