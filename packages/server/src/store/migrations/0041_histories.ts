import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Counts how often the log of a team has gone back, because a standby took over that had not got all of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter table team_log add column history bigint not null default 0`.execute(db)
}
