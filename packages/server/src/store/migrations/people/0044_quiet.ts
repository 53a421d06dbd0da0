import { type Kysely, sql } from 'kysely'

/** Until when a person does not want to be disturbed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table activity_marks add column quiet_until bigint not null default 0`).execute(db)
}
