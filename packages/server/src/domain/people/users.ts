import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type UserRow = Selectable<Tables['users']>

/** A person or bot user of a team; deleted ones too. */
export function findUser(db: Db, teamId: string, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst()
}

/** The person of a team with this e-mail, however it is spelt in capitals; undefined where nobody has it, or they left. */
export function findByEmail(db: Db, teamId: string, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', teamId)
    .where(({ fn }) => fn('lower', ['email']), '=', email.trim().toLowerCase())
    .where('deleted', '=', false)
    .orderBy('id')
    .executeTakeFirst()
}

/** People and bot users by id, from the one after `after`. */
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

/** What is shown of somebody: the display name, else the real one, else the name. */
export function labelOf(user: { display_name: string; real_name: string; name: string }): string {
  return user.display_name || user.real_name || user.name
}
