import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Says which changes of a team processes must have heard of. On SQLite one process writes, and hears of everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`create table team_log (team_id text primary key, changed bigint not null)`.execute(db)
}
