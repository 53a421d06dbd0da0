import { type Kysely, sql } from 'kysely'

/** Messages that people keep for later, and when they are reminded of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table saved_messages (
    team_id text not null, user_id text not null, channel_id text not null, ts text not null,
    saved_at bigint not null, done_at bigint, remind_at bigint, reminded_at bigint,
    primary key (team_id, user_id, channel_id, ts))`,
  `create index saved_messages_by_message on saved_messages (team_id, channel_id, ts)`,
  `create index saved_messages_by_reminder on saved_messages (remind_at) where remind_at is not null`,
  `alter table pushes add column reminds boolean not null default false`,
]
