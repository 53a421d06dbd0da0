import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Profiles, pictures and presence of people, facts about user groups, and what sign-in with OpenID needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of statements)
    await sql.raw(statement.replace('$bytes', postgres ? 'bytea' : 'blob')).execute(db)
}

const statements = [
  `alter table users add column profile text not null default '{}'`,
  `alter table users add column status_ends_at bigint`,
  `alter table users add column picture text`,
  `alter table users add column away boolean not null default false`,
  `create table pictures (
    team_id text not null, id text not null, user_id text not null, type text not null, bytes $bytes not null,
    primary key (team_id, id)
  )`,
  `create index pictures_by_id on pictures (id)`,
  `create table connections (
    team_id text not null, user_id text not null, id text not null, active_at bigint not null, kept_until bigint not null,
    primary key (team_id, user_id, id)
  )`,
  `alter table usergroups add column description text not null default ''`,
  `alter table usergroups add column default_channels text not null default '[]'`,
  `alter table usergroups add column created_by text`,
  `alter table usergroups add column created_at bigint not null default 0`,
  `alter table usergroups add column updated_by text`,
  `alter table usergroups add column updated_at bigint not null default 0`,
  `alter table usergroups add column disabled_by text`,
  `alter table usergroups add column disabled_at bigint`,
  `alter table oauth_codes add column nonce text`,
]
