import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Files, where they are shared, and in PostgreSQL their bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...statements, ...(postgres ? [contents] : [])]) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages add column files text`,
  `create table files (
    team_id text not null, id text not null, user_id text not null, app_id text, name text not null,
    title text not null, alt_text text not null, size bigint not null, state text not null, blob text,
    ticket text, expires_at bigint, created_at bigint not null,
    primary key (team_id, id)
  )`,
  `create unique index files_by_ticket on files (ticket) where ticket is not null`,
  `create index files_by_blob on files (blob) where blob is not null`,
  `create index files_to_sweep on files (state, expires_at) where state <> 'ready'`,
  `create table file_shares (
    team_id text not null, file_id text not null, channel_id text not null, ts text not null,
    primary key (team_id, file_id, channel_id, ts)
  )`,
  `create index file_shares_of_message on file_shares (team_id, channel_id, ts)`,
]

const contents = `create table file_parts (
  key text not null, n bigint not null, bytes bytea not null, at bigint not null, primary key (key, n)
)`
