import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Teams that move from one PostgreSQL database to another. On SQLite no team moves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table team_moves (team_id text primary key, state text not null, move text not null, at bigint not null)`,
  `create table team_move_changes (
    team_id text not null, n bigint generated always as identity, of_table text not null, key text not null,
    primary key (team_id, n)
  )`,
  `create table moved_hashes (team_id text not null, hash text not null, primary key (team_id, hash))`,
  `create index moved_hashes_by_hash on moved_hashes (hash)`,
  // A team that has moved here goes on with the history of its log.
  `alter table team_log add column epoch text`,
]
