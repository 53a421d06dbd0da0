import { type Kysely, sql } from 'kysely'

/** What people want to be notified of where a channel says nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table preferences add column notify text`,
  `create index preferences_notified_of_all on preferences (team_id, user_id) where notify = 'all'`,
]
