import { type Kysely, sql } from 'kysely'

/** Purposes of channels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table channels add column purpose text not null default ''`,
  `alter table channels add column purpose_by text`,
  `alter table channels add column purpose_at bigint`,
]
