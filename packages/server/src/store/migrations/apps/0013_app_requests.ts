import { type Kysely, sql } from 'kysely'

/** Statistics of requests to apps, minute by minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `create table app_requests (
  app_id text not null, minute bigint not null, requests integer not null, failed integer not null,
  primary key (app_id, minute)
)`
