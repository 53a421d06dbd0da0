import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Numbers the log of each team on its own. On SQLite one process writes, and one sequence serves all teams. What is logged
 * keeps its number, and every team goes on after the newest number of all, so that cursors stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Each commit replaces a row here. With room on its page, no index has to change.
  `alter table team_log add column last bigint not null default 0, alter column changed set default 0,
    set (fillfactor = 50)`,
  `insert into team_log (team_id) select id from teams union select team_id from log on conflict do nothing`,
  `update team_log set last = greatest(
    (select max(seq) from log), (select last_value from log_seq_seq where is_called), 0
  )`,
  `alter table log alter column seq drop default, drop constraint log_pkey, add primary key (team_id, seq)`,
  `drop sequence log_seq_seq`,
  `drop index untold`,
  `create index untold on log (team_id, seq) where change is not null`,
]
