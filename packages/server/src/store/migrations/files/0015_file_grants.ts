import { type Kysely, sql } from 'kysely'

/** Files that people granted to apps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table file_grants (
        team_id text not null, file_id text not null, app_id text not null, primary key (team_id, file_id, app_id)
      )`,
    )
    .execute(db)
}
