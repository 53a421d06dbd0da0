import { type Kysely, sql } from 'kysely'

/** Threads with assistants, and what is known of the addresses that events are posted to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages add column subtype text`,
  `alter table apps add column events_verified text`,
  `alter table apps add column events_off_at bigint`,
]
