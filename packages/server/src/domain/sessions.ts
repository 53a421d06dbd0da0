import type { Db, Tx } from '#store/db'
import type { Caller } from './caller.ts'
import { now } from './clock.ts'
import { hashToken, newSecret } from './ids.ts'
import { passwordFits } from './passwords.ts'
import { personCaller } from './people.ts'

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

/** The person with this e-mail, given in lower case, and password, if there is one. */
export async function personWithPassword(
  db: Db,
  email: string,
  password: string,
): Promise<{ teamId: string; userId: string } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['team_id', 'id', 'password'])
    .where(({ fn }) => fn('lower', ['email']), '=', email)
    .where('deleted', '=', false)
    .where('password', 'is not', null)
    .executeTakeFirst()
  const fits = await passwordFits(password, user?.password)
  return user && fits ? { teamId: user.team_id, userId: user.id } : undefined
}

/** Everyone who can be signed in with a click, where that is allowed. */
export function people(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select(['users.team_id as team', 'teams.name as team_name', 'users.id as user', 'users.name', 'users.real_name'])
    .where('users.app_id', 'is', null)
    .where('users.deleted', '=', false)
    .where('teams.deleted', '=', false)
    .orderBy('teams.id')
    .orderBy('users.id')
    .execute()
}
