import { type Kysely, sql } from 'kysely'

/** Threads with assistants, and the state of request URLs for events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages add column subtype text`,
  `alter table apps add column events_verified text`,
  `alter table apps add column events_off_at bigint`,
]
