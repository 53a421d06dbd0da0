import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** A table of fewer pages is read whole in no time. */
const fewPages = 16

/**
 * [NOD-16] Has PostgreSQL look at tables that are more than twice as large as when it last did. It plans queries by what it saw
 * then: of a table that it has never seen, it reads far too much. It looks by itself within minutes, but counts anew what has
 * changed each time it was restarted after a crash.
 */
export async function analyzeGrownTables(queries: Kysely<Tables>, stopped?: AbortSignal): Promise<void> {
  for (const table of await listGrownTables(queries)) {
    if (stopped?.aborted) return
    await sql`analyze ${sql.table(table)}`.execute(queries)
  }
}

/** Only those that this process owns: it may not look at others. */
async function listGrownTables(queries: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
      and pg_relation_size(oid) > 2 * greatest(relpages, ${fewPages / 2}::int) * current_setting('block_size')::bigint
    order by relname`.execute(queries)
  return rows.map(({ name }) => name)
}
