import { type Kysely, sql } from 'kysely'

/** Browsers that people have signed in with, what came from an OAuth code, and the message that an answer is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table known_browsers (
    team_id text not null, user_id text not null, hash text not null, expires_at bigint not null,
    primary key (team_id, user_id, hash)
  )`,
  `create index known_browsers_by_hash on known_browsers (hash)`,
  `create index sessions_of_person on sessions (team_id, user_id)`,
  `create index users_by_email on users (lower(email))`,
  `alter table tokens add column code text`,
  `create index tokens_of_code on tokens (code) where code is not null`,
  `alter table answers add column channel_id text`,
  `alter table answers add column ts text`,
  `create index answers_about_message on answers (channel_id, ts) where ts is not null`,
]
