import { type Kysely, sql } from 'kysely'

/** Secrets of the server itself, sealed. Those in `meta` and `apps` are sealed when the key is known, after the migrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create table server_secrets (name text primary key, value text not null)').execute(db)
}
