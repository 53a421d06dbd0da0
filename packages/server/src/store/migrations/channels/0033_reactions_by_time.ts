import { type Kysely, sql } from 'kysely'

/** What somebody has reacted to is read in the order of the messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index reactions_by_user`.execute(db)
  await sql`create index reactions_by_time on reactions (team_id, user_id, ts desc, channel_id)`.execute(db)
}
