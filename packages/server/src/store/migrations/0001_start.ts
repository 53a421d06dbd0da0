import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** `team_id` leads every key, so that teams can be spread over several databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In SQLite `seq` is the rowid, which is the cheapest key. Deltas have no other index there: with 64 streams
  // it doubles the cost of an append, and the one process that writes caches the heads (`domain/streams/openHeads.ts`).
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const statements = tables.replace('$serial', postgres ? 'bigserial' : 'integer') + (postgres ? deltas : '')
  for (const statement of statements.split(';')) {
    if (statement.trim()) await sql.raw(statement).execute(db)
  }
}

const tables = `
create table meta (key text primary key, value text not null);

create table enterprises (id text primary key, name text not null);

create table teams (
  id text primary key, name text not null, domain text not null, enterprise_id text, deleted boolean not null,
  state text not null, policies text not null
);

create table users (
  team_id text not null, id text not null, name text not null, real_name text not null, display_name text not null,
  email text, tz text not null, locale text not null, admin boolean not null, deleted boolean not null,
  two_factor boolean not null, password text, app_id text, updated_at bigint not null,
  primary key (team_id, id)
);

create table usergroups (
  team_id text not null, id text not null, handle text not null, name text not null, users text not null,
  primary key (team_id, id)
);

create table emoji (team_id text not null, name text not null, value text not null, primary key (team_id, name));

create table channels (
  team_id text not null, id text not null, name text not null, kind text not null, general boolean not null,
  archived boolean not null, deleted boolean not null, topic text not null, posting text not null,
  threads boolean not null, suspended boolean not null, blocked_apps text not null, shared_with text not null,
  creator text, created_at bigint not null, last_ts bigint not null,
  primary key (team_id, id)
);
create index channels_by_id on channels (id);

create table members (
  team_id text not null, channel_id text not null, user_id text not null, joined_at bigint not null,
  primary key (team_id, channel_id, user_id)
);
create index members_of_user on members (team_id, user_id, channel_id);

create table messages (
  team_id text not null, channel_id text not null, ts text not null, thread_ts text, user_id text not null, app_id text,
  bot_id text, text text not null, blocks text not null, markdown text, metadata text, client_msg_id text, username text,
  icon_emoji text, icon_url text, streaming_state text, locked boolean not null, deleted boolean not null,
  edited_at bigint, created_at bigint not null,
  primary key (team_id, channel_id, ts)
);
create index replies on messages (team_id, channel_id, thread_ts, ts);
create index repeated_messages on messages (team_id, client_msg_id) where client_msg_id is not null;

create table streams (
  team_id text not null, channel_id text not null, ts text not null, thread_ts text not null, app_id text not null,
  display text not null, recipient_user_id text, recipient_team_id text, audience text not null,
  begun_after bigint not null, started_at bigint not null, ended_at bigint, ended_by text,
  primary key (team_id, channel_id, ts)
);
create index open_streams on streams (started_at) where ended_at is null;

create table log (
  seq $serial primary key, team_id text not null, kind text not null, channel_id text, ts text, subject text, n bigint,
  total bigint, at bigint not null, body text
);

create table statuses (
  team_id text not null, channel_id text not null, thread_ts text not null, app_id text not null, user_id text not null,
  text text not null, loading_messages text not null, username text, icon_emoji text, icon_url text,
  ends_at bigint not null,
  primary key (team_id, channel_id, thread_ts, app_id)
);

create table apps (
  id text primary key, bot_id text not null, bot_user text not null, manifest text not null, signing_secret text,
  client_id text, client_secret text, allowed_ips text, removed boolean not null
);

create table installations (
  app_id text not null, team_id text not null, installed_by text,
  primary key (team_id, app_id)
);

create table tokens (
  hash text primary key, kind text not null, app_id text, team_id text, enterprise_id text, user_id text,
  scopes text not null, teams_granted text, expires_at bigint, revoked boolean not null
);

create table sessions (
  hash text primary key, team_id text not null, user_id text not null, created_at bigint not null,
  expires_at bigint not null
);
`

const deltas = `
create unique index deltas on log (team_id, channel_id, ts, n) where n is not null;
`
