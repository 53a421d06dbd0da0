import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { now } from '#domain/clock'
import { hashToken, newSecret } from '#domain/ids'
import { passwordFits } from './passwords.ts'
import { personCaller } from './actions.ts'

const lasts = 30 * 24 * 3_600_000

/** Signs a person in; the answer is what their browser keeps, and is stored only as its hash. */
export async function openSession(tx: Tx, teamId: string, userId: string): Promise<string> {
  const secret = newSecret()
  const session = {
    hash: hashToken(secret),
    team_id: teamId,
    user_id: userId,
    created_at: now(),
    expires_at: now() + lasts,
  }
  await tx.insertInto('sessions').values(session).execute()
  return secret
}

export async function personOfSession(db: Db, secret: string): Promise<Caller | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(['team_id', 'user_id'])
    .where('hash', '=', hashToken(secret))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return session && personCaller(db, session.team_id, session.user_id)
}

export async function closeSession(tx: Tx, secret: string): Promise<void> {
  await tx.deleteFrom('sessions').where('hash', '=', hashToken(secret)).execute()
}

/** Everyone with this e-mail, given in lower case, and password: the same person may be in several teams. */
export async function peopleWithPassword(db: Db, email: string, password: string) {
  const users = await everyone(db)
    .select('users.password')
    .where(({ fn }) => fn('lower', ['users.email']), '=', email)
    .where('users.password', 'is not', null)
    .execute()
  // One look at least, so that nobody can tell an e-mail that is known by the time it takes.
  const fits = await Promise.all(
    (users.length > 0 ? users : [undefined]).map((user) => passwordFits(password, user?.password)),
  )
  return users.filter((_, i) => fits[i]).map(({ password: _kept, ...person }) => person)
}

/** Everyone who can be signed in with a click, where that is allowed. */
export function people(db: Db) {
  return everyone(db).execute()
}

function everyone(db: Db) {
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
