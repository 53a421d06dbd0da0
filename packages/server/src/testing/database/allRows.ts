import { sql } from 'kysely'
import type { Db } from '#store/db'

/** Every row of every table that the database has, as JSON, by table. */
export async function readAllRows(db: Db): Promise<Map<string, string[]>> {
  const names = db.cache.isSingleWriter
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'search_index%'`
    : sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  const tables = (await names.execute(db)).rows.map(({ name }) => name)
  const read = async (name: string) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    return [name, rows.map((row) => JSON.stringify(row))] as const
  }
  return new Map(await Promise.all(tables.map(read)))
}
