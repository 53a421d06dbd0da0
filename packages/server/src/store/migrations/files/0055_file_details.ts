import { type Kysely, sql } from 'kysely'

/** The type that a snippet was uploaded as, and the size of a picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table files add column snippet_type text`,
  `alter table files add column width bigint`,
  `alter table files add column height bigint`,
]
