import { type Kysely, sql } from 'kysely'

/** OAuth codes and refresh tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table oauth_codes (
    hash text primary key, app_id text not null, team_id text not null, user_id text not null, scopes text not null,
    user_scopes text not null, redirect_uri text not null, redirect_asked boolean not null, used boolean not null,
    expires_at bigint not null
  )`,
  `create table refresh_tokens (
    hash text primary key, app_id text not null, token_hash text not null, used_at bigint
  )`,
  `create index refresh_tokens_of_app on refresh_tokens (app_id)`,
  `create unique index apps_by_client on apps (client_id)`,
  `create index tokens_of_app on tokens (app_id, team_id)`,
]
