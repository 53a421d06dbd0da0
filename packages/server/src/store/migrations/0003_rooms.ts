import { type Kysely, sql } from 'kysely'

/** Who set a channel's topic and when, and how far each member has read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channels add column topic_by text`.execute(db)
  await sql`alter table channels add column topic_at bigint`.execute(db)
  await sql`alter table members add column last_read text`.execute(db)
}
