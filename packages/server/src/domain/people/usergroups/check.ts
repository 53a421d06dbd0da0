import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import type { Usergroup } from './find.ts'

/** Mentions that mean something else. */
const reservedHandles = ['channel', 'everyone', 'group', 'here']

/** [GRP-2] Refuses the name of another group. */
export function checkName(others: readonly Usergroup[], name: string): void {
  const same = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (same) throw new Refusal('name_already_exists', `${same.id} has the name ${JSON.stringify(same.name)}.`)
}

/**
 * [GRP-2] The handle as it is stored, without `@` and in lower case. It must be that of no other group, person or public
 * channel. Names of private channels do not count: the error would reveal them.
 */
export async function checkHandle(
  db: Db,
  teamId: string,
  others: readonly Usergroup[],
  given: string,
): Promise<string> {
  const handle = given.replace(/^@/, '').toLowerCase()
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(handle))
    throw new Refusal(
      'invalid_handle',
      `"handle": ${JSON.stringify(given)} needs 1 to 80 letters, digits, dots, dashes and underscores.`,
    )
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('team_id', '=', teamId)
    .where('name', '=', handle)
    .where('deleted', '=', false)
    .executeTakeFirst()
  const channel = await db
    .selectFrom('channels')
    .select('id')
    .where('team_id', '=', teamId)
    .where('name', '=', handle)
    .where('kind', '=', 'public')
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (person || channel || reservedHandles.includes(handle) || others.some((other) => other.handle === handle))
    throw new Refusal('handle_already_exists', `The handle ${JSON.stringify(handle)} is taken.`)
  return handle
}
