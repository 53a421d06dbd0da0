import { toEmailKey } from '#domain/people/email'
import { findUser, type UserRow } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** Finds the person whom an operator names by id, name or e-mail, even a deactivated one. */
export async function requirePerson(db: Db, teamId: string, name: string): Promise<UserRow> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('app_id', 'is', null)
    .where(({ eb, or }) => or([eb('id', '=', name), eb('name', '=', name), eb('email_key', '=', toEmailKey(name))]))
    .orderBy('id')
    .execute()
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (first) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Refusal('user_not_found', `Several people fit ${JSON.stringify(name)}: name one by the id, ${ids}.`)
  }
  if ((await findUser(db, teamId, name))?.app_id)
    throw new Refusal('user_not_found', `${name} is the bot user of an app: see \`rivulet app\`.`)
  throw new Refusal('user_not_found', `There is nobody called ${JSON.stringify(name)} in ${teamId}.`)
}
