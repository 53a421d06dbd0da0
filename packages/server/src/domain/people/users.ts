import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

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
    .where(({ fn }) => fn('lower', ['email']), '=', email.trim().toLowerCase())
    .where('deleted', '=', false)
    .orderBy('id')
    .executeTakeFirst()
}

/** Lists people and bot users by id, beginning after `after`. */
export function listUsers(db: Db, teamId: string, page: { after: string; limit: number }): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()
}

/** The name that is shown: the display name, else the real name, else the name. */
export function displayNameOf(user: { display_name: string; real_name: string; name: string }): string {
  return user.display_name || user.real_name || user.name
}
