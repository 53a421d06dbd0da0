import { type Kysely, sql } from 'kysely'

/** Views, triggers and response URLs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table views (
    team_id text not null, id text not null, app_id text not null, user_id text not null, root_id text not null,
    depth bigint not null, page text, external_id text, hash text not null, view text not null,
    changed_at bigint not null, primary key (team_id, id)
  )`,
  `create index views_of_root on views (team_id, root_id, depth)`,
  `create index views_of_person on views (team_id, user_id, app_id)`,
  `create unique index views_by_external_id on views (team_id, app_id, external_id)`,
  `create table triggers (
    team_id text not null, hash text not null, app_id text not null, user_id text not null, page text, view_id text,
    expires_at bigint not null, used_at bigint, primary key (team_id, hash)
  )`,
  `create table response_urls (
    team_id text not null, hash text not null, app_id text not null, user_id text not null, channel_id text not null,
    ts text, thread_ts text, uses bigint not null, expires_at bigint not null, primary key (team_id, hash)
  )`,
]
