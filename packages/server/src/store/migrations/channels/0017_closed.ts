import { type Kysely, sql } from 'kysely'

/** Direct messages that a member has closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column closed_at bigint`.execute(db)
}
