import { type Kysely, sql } from 'kysely'

/** How people want the web client to look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = `create table preferences (
    team_id text not null, user_id text not null, chosen text not null, primary key (team_id, user_id))`
  await sql.raw(statement).execute(db)
}
