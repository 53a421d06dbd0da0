import { type Kysely, sql } from 'kysely'
import { migrate, released } from '#store/migrate'
import type { Tables } from '#store/tables/tables'

const versions = Object.keys(released)
const sqliteColumns = sql`select m.name as "of", c.name from sqlite_master m, pragma_table_info(m.name) c`
const postgresColumns = sql`select table_name as "of", column_name as name from information_schema.columns
  where table_schema = current_schema()`

/** Makes a database of this version, with these rows in the tables and columns that it has. */
export async function fillDatabase(
  db: Kysely<Tables>,
  version: string,
  rows: Record<string, readonly Record<string, unknown>[]>,
  schema?: string,
): Promise<void> {
  const until = versions.slice(0, versions.indexOf(version) + 1)
  await migrate(db, schema, Object.fromEntries(Object.entries(released).slice(0, until.length)))
  const { rows: there } = await sql<{
    of: string
    name: string
  }>`${schema === undefined ? sqliteColumns : postgresColumns}`.execute(db)
  for (const [table, given] of Object.entries(rows)) {
    const columns = there.filter(({ of }) => of === table).map(({ name }) => name)
    for (const row of columns.length > 0 ? given : []) {
      const values = Object.entries(row).filter(([name]) => columns.includes(name))
      const names = sql.join(values.map(([name]) => sql.id(name)))
      // SQLite knows no booleans.
      const bound = values.map(([, value]) =>
        schema === undefined && typeof value === 'boolean' ? Number(value) : value,
      )
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(bound)})`.execute(db)
    }
  }
}
