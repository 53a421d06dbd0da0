import { type Kysely, sql } from 'kysely'

/** Which token belongs to which run of a function, and the messages that were posted with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table tokens add column execution_id text`).execute(db)
  await sql.raw(statement).execute(db)
}

const statement = `create table function_messages (
  team_id text not null, channel_id text not null, ts text not null, execution_id text not null,
  primary key (team_id, channel_id, ts)
)`
