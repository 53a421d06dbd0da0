import { type Kysely, sql } from 'kysely'

/** In which team an app was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table apps add column made_in text`).execute(db)
}
