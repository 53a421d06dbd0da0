import { pendingPassword } from '#domain/people/pendingPasswords'
import type { UserRow } from '#domain/people/users'
import type { Caller } from '#domain/access/caller'
import type { Db } from '#store/db'

/** What an operator sees of a person's account. */
export interface Account {
  id: string
  team: string
  name: string
  real_name: string
  email: string | null
  admin: boolean
  deactivated: boolean
  /** Whether they can sign in with a password. */
  has_password: boolean
  /** How many browsers they are signed in with. */
  sessions: number
}

export async function listAccounts(db: Db, teamId: string): Promise<Account[]> {
  const counted = await db
    .selectFrom('sessions')
    .select(['user_id', ({ fn }) => fn.countAll<number>().as('sessions')])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', db.clock.now())
    .groupBy('user_id')
    .execute()
  const sessionsOf = new Map(counted.map(({ user_id, sessions }) => [user_id, Number(sessions)]))
  const people = await db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('app_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return people.map((user) => toAccount(user, sessionsOf.get(user.id) ?? 0))
}

export function toAccount(user: UserRow, sessions = 0): Account {
  const { id, team_id: team, name, real_name, email, admin, deleted: deactivated, password } = user
  const has_password = password !== null || user.file_password === pendingPassword
  return { id, team, name, real_name, email, admin, deactivated, has_password, sessions }
}

/** A browser that a person is signed in with. */
export interface SessionFacts {
  /** The beginning of the hash of its secret. */
  id: string
  /** The names of the browser and its system; `''` if they are not known. */
  browser: string
  system: string
  /** Unix milliseconds. */
  created_at: number
  /** When it was last used, to the hour. */
  active_at: number
  expires_at: number
}

export async function listSessions(db: Db, { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>) {
  const rows = await db
    .selectFrom('sessions')
    .select(['hash', 'browser', 'system', 'created_at', 'active_at', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', db.clock.now())
    .orderBy('created_at')
    .execute()
  return rows.map(({ browser, system, active_at: activeAt, ...row }) => ({
    ...row,
    id: row.hash.slice(0, shortIdLength),
    browser: browser ?? '',
    system: system ?? '',
    active_at: activeAt ?? row.created_at,
  }))
}

/** How much of a hash names a session or a token for an operator. */
export const shortIdLength = 12
