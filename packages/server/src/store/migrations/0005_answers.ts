import { type Kysely, sql } from 'kysely'

/** Answers to calls with an idempotency key, and an index of the open streams of a channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table answers (
      team_id text not null, caller text not null, method text not null, key text not null, given text not null,
      answer text not null, at bigint not null,
      primary key (team_id, caller, method, key)
    )`.execute(db)
  await sql`create index old_answers on answers (at)`.execute(db)
  await sql`create index streams_going_on on streams (team_id, channel_id) where ended_at is null`.execute(db)
}
