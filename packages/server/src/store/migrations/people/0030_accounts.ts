import { type Kysely, sql } from 'kysely'

/**
 * When a token was made and its last characters, so that an operator can tell tokens apart; and the password that the
 * workspace file gave last. Until now passwords came from the file alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table tokens add column created_at bigint`).execute(db)
  await sql.raw(`alter table tokens add column last_four text`).execute(db)
  await sql.raw(`alter table users add column file_password text`).execute(db)
  await sql.raw(`update users set file_password = password`).execute(db)
}
