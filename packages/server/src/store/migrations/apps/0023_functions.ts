import { type Kysely, sql } from 'kysely'

/** Runs of the functions of apps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `create table function_executions (
  team_id text not null, id text not null, app_id text not null, callback_id text not null, inputs text not null,
  state text not null, outputs text, error text, started_at bigint not null, ended_at bigint,
  primary key (team_id, id)
)`
