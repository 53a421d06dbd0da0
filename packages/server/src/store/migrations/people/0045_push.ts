import { type Kysely, sql } from 'kysely'

/** Browsers that notifications are pushed to, what is still to be pushed, and the windows that people look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table push_subscriptions (
    team_id text not null, session text not null, user_id text not null, endpoint text not null, origin text not null,
    p256dh text not null, auth text not null, shows_text boolean not null, primary key (team_id, session))`,
  `create index push_subscriptions_by_user on push_subscriptions (team_id, user_id)`,
  `create table pushes (
    team_id text not null, session text not null, channel_id text not null, ts text not null,
    attempt integer not null, due_at bigint not null, primary key (team_id, session, channel_id, ts))`,
  `create index pushes_by_time on pushes (due_at)`,
  `create table windows_in_sight (
    team_id text not null, user_id text not null, id text not null, kept_until bigint not null,
    primary key (team_id, user_id, id))`,
  `create index windows_in_sight_by_time on windows_in_sight (kept_until)`,
  `create index members_told_all on members (team_id, channel_id, user_id) where notify = 'all'`,
]
