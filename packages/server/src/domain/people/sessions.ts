import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { hashToken, newSecret } from '#domain/ids'
import type { PasswordHasher } from './passwords.ts'
import { findPersonCaller } from './personCaller.ts'

const sessionLifetimeMs = 30 * 24 * 3_600_000

/** Signs a person in. Returns the secret for their browser, of which only the hash is stored. */
export async function createSession(tx: Tx, teamId: string, userId: string): Promise<string> {
  const secret = newSecret()
  const session = {
    hash: hashToken(secret),
    team_id: teamId,
    user_id: userId,
    created_at: tx.clock.now(),
    expires_at: tx.clock.now() + sessionLifetimeMs,
  }
  await tx.insertInto('sessions').values(session).execute()
  return secret
}

export async function findSessionPerson(db: Db, secret: string): Promise<Caller | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(['team_id', 'user_id'])
    .where('hash', '=', hashToken(secret))
    .where('expires_at', '>', db.clock.now())
    .executeTakeFirst()
  return session && findPersonCaller(db, session.team_id, session.user_id)
}

export async function deleteSession(tx: Tx, secret: string): Promise<void> {
  await tx.deleteFrom('sessions').where('hash', '=', hashToken(secret)).execute()
}

/** Finds everyone with this e-mail, given in lower case, and password. One person may be in several teams. */
export async function findPeopleByPassword(db: Db, passwords: PasswordHasher, email: string, password: string) {
  const users = await selectPeople(db)
    .select('users.password')
    .where(({ fn }) => fn('lower', ['users.email']), '=', email)
    .where('users.password', 'is not', null)
    .execute()
  // At least one password is checked, so that the time does not reveal whether the e-mail is known.
  const fits = await Promise.all(
    (users.length > 0 ? users : [undefined]).map((user) => passwords.matches(password, user?.password)),
  )
  return users.filter((_, i) => fits[i]).map(({ password: _kept, ...person }) => person)
}

/** Lists everyone who can be signed in with a click, where that is allowed. */
export function listPeople(db: Db) {
  return selectPeople(db).execute()
}

function selectPeople(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select(['users.team_id as team', 'teams.name as team_name', 'users.id as user', 'users.name', 'users.real_name'])
    .where('users.app_id', 'is', null)
    .where('users.deleted', '=', false)
    .where('teams.deleted', '=', false)
    .orderBy('teams.id')
    .orderBy('users.id')
}
