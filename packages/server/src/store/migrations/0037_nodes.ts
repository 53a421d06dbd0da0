import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Which processes share the database, what they do alone, and who is delivering an event. On SQLite there is one process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table nodes (id text primary key, until bigint not null)`,
  `create table leases (name text primary key, node text not null)`,
  `alter table deliveries add column node text`,
  `create index deliveries_held on deliveries (app_id, channel_id) where node is not null`,
]
