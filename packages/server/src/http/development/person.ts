import type { Caller } from '#domain/access/caller'
import { findPersonCaller } from '#domain/people/personCaller'
import { Refusal } from '#domain/refusal'
import { shortId } from '#rpc/args/values'
import type { Db } from '#store/db'

/** How a control request names the person who acts. */
export const personFields = {
  team: shortId.describe('The id of the team.'),
  user: shortId.describe('The person’s id.'),
}
export const personErrors = {
  user_not_found: 'The team has no such person.',
  any: 'What the person may not do in the web client either.',
}

/** The person whom a control request names; refused with `user_not_found` if there is none. */
export async function getPerson(db: Db, team: string, user: string): Promise<Caller> {
  const person = await findPersonCaller(db, team, user)
  if (person) return person
  throw new Refusal('user_not_found', `"user": ${JSON.stringify(user)} is no person of ${JSON.stringify(team)}.`)
}
