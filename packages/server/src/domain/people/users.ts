import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { toEmailKey } from './email.ts'

export type UserRow = Selectable<Tables['users']>

/** Finds a person or bot user of a team, even a deleted one. */
export function findUser(db: Db, teamId: string, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst()
}

/** Finds the person of a team with this e-mail, ignoring case. Deleted people do not count. */
export function findUserByEmail(db: Db, teamId: string, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('email_key', '=', toEmailKey(email))
    .where('deleted', '=', false)
    .orderBy('id')
    .executeTakeFirst()
}

/** Lists people and bot users by id, beginning after `after`. */
export function listUsers(db: Db, teamId: string, page?: { after: string; limit: number }): Promise<UserRow[]> {
  const query = db.selectFrom('users').selectAll().where('team_id', '=', teamId).orderBy('id')
  return (page ? query.where('id', '>', page.after).limit(page.limit) : query).execute()
}

/** Finds these people and bot users of a team. */
export async function listUsersById(db: Db, teamId: string, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('users').selectAll().where('team_id', '=', teamId).where('id', 'in', ids).execute()
}

/** The name that is shown: the display name, else the real name, else the name. */
export function displayNameOf(user: { display_name: string; real_name: string; name: string }): string {
  return user.display_name || user.real_name || user.name
}
