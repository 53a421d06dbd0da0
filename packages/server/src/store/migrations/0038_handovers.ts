import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Requests that a person waits for, on their way to the process at which the app has a socket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`
    create table handovers (
      team_id text not null, id text not null, app_id text not null, request text not null, asked_by text not null,
      asked_at bigint not null, node text, reply text,
      primary key (team_id, id)
    )`.execute(db)
}
