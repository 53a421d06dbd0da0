import { type Kysely, sql } from 'kysely'

/** System messages, and replies that are sent to the channel too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column notice text`.execute(db)
  await sql`create index messages_on_top on messages (team_id, channel_id, ts)
    where thread_ts is null or subtype = 'thread_broadcast'`.execute(db)
}
