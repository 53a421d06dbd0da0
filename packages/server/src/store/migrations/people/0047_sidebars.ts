import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** How people have arranged their sidebar. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(
      `create table sidebars (
        team_id text not null, user_id text not null, layout text not null, primary key (team_id, user_id))`,
    )
    .execute(db)
}
