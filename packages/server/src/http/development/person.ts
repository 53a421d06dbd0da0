import type { Caller } from '#domain/access/caller'
import { findPersonCaller } from '#domain/people/personCaller'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** The person whom a control request names; refused with `user_not_found` if there is none. */
export async function getPerson(db: Db, team: string, user: string): Promise<Caller> {
  const person = await findPersonCaller(db, team, user)
  if (person) return person
  throw new Refusal('user_not_found', `"user": ${JSON.stringify(user)} is no person of ${JSON.stringify(team)}.`)
}
