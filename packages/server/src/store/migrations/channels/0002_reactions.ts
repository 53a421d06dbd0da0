import { type Kysely, sql } from 'kysely'

/** Reactions and ephemeral messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reactions (
    team_id text not null, channel_id text not null, ts text not null, name text not null, user_id text not null,
    n bigint not null,
    primary key (team_id, channel_id, ts, name, user_id)
  )`.execute(db)
  await sql`create table ephemerals (
    team_id text not null, channel_id text not null, ts text not null, thread_ts text, for_user text not null,
    user_id text not null, app_id text, bot_id text, text text not null, blocks text not null, username text,
    icon_emoji text, icon_url text, created_at bigint not null,
    primary key (team_id, channel_id, ts)
  )`.execute(db)
  await sql`create index old_ephemerals on ephemerals (created_at)`.execute(db)
}
