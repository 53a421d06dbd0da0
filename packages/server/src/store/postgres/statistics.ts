import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** A table of fewer pages is read whole in no time. */
const fewPages = 16

/**
 * [NOD-16] Has PostgreSQL look into tables that it has never looked into, and those that are more than twice as large since. It
 * plans queries by what it saw then, and reads far too much of a table that it does not know. It looks by itself within minutes,
 * but counts anew what has changed each time it was restarted after a crash.
 */
export async function analyzeGrownTables(queries: Kysely<Tables>, stopped?: AbortSignal): Promise<void> {
  for (const table of await listGrownTables(queries)) {
    if (stopped?.aborted) return
    await sql`analyze ${sql.table(table)}`.execute(queries)
  }
}

/**
 * Only those that this process owns: it may not look into others. What restores a database, and what cleans up a table, counts
 * its pages and rows without looking into them. Of a table whose rows are all gone there is nothing to see.
 */
async function listGrownTables(queries: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with tables as (
      select relname, relpages, reltuples, pg_relation_size(oid) / current_setting('block_size')::int as pages
      from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
    )
    select relname as name from tables
    where pages > ${fewPages}::int and (
      pages > 2 * relpages
      or reltuples <> 0 and not exists (
        select from pg_stats where schemaname = current_schema() and tablename = relname
      )
    )
    order by relname`.execute(queries)
  return rows.map(({ name }) => name)
}
