import { type Kysely, sql } from 'kysely'

/** With which browser a session began, when it was last used, and the uploads that were begun in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table sessions add column browser text`,
  `alter table sessions add column system text`,
  `alter table sessions add column active_at bigint`,
  `alter table files add column session text`,
]
