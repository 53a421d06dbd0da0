import { type Kysely, sql } from 'kysely'

/** The team in which an app was created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table apps add column made_in text`).execute(db)
}
