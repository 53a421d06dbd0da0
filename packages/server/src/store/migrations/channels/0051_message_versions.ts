import { type Kysely, sql } from 'kysely'

/** What messages said before they were edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `create table message_versions (
  team_id text not null, channel_id text not null, ts text not null, written_at bigint not null,
  blocks text not null,
  primary key (team_id, channel_id, ts, written_at))`
