import { type Kysely, sql } from 'kysely'

/** Pinned messages and bookmarks of channels, messages that wait for their time, and what somebody has reacted to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table pins (
    team_id text not null, channel_id text not null, ts text not null, user_id text not null, n bigint not null,
    pinned_at bigint not null,
    primary key (team_id, channel_id, ts)
  )`,
  `create table bookmarks (
    team_id text not null, channel_id text not null, id text not null, title text not null, link text not null,
    emoji text not null, entity_id text, app_id text, rank text not null, created_at bigint not null,
    updated_at bigint not null, updated_by text not null,
    primary key (team_id, channel_id, id)
  )`,
  `create table scheduled_messages (
    team_id text not null, id text not null, channel_id text not null, kind text not null, user_id text not null,
    app_id text, post_at bigint not null, thread_ts text, draft text not null, created_at bigint not null,
    n bigint not null, failed_at bigint, failure text, failure_detail text,
    primary key (team_id, id)
  )`,
  `create index scheduled_messages_due on scheduled_messages (post_at) where failed_at is null`,
  `create index scheduled_messages_by_author on scheduled_messages (team_id, user_id)`,
  `create index reactions_by_user on reactions (team_id, user_id)`,
]
