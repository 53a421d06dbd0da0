import { type Kysely, sql } from 'kysely'

/** Where an app was installed from, and the challenge that the exchange of a code has to meet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table apps add column origin text`).execute(db)
  await sql.raw(`alter table oauth_codes add column challenge text`).execute(db)
}
