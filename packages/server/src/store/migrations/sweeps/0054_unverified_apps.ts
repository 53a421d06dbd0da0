import { type Kysely, sql } from 'kysely'

/** Apps whose address may have to be challenged are looked for every two seconds. Without an index, the manifests of all are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The condition is that of the sweep.
  await sql`create index apps_unverified on apps (id)
    where events_verified is null and events_off_at is null and manifest like '%"request_url"%'`.execute(db)
}
