import { type Kysely, sql } from 'kysely'

/** Who set the topic of a channel and when, and the read mark of each member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channels add column topic_by text`.execute(db)
  await sql`alter table channels add column topic_at bigint`.execute(db)
  await sql`alter table members add column last_read text`.execute(db)
}
