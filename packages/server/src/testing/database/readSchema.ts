import { sql } from 'kysely'
import type { Store } from '#store/db'

/** A primary key or an index, as `table (first, second)`. An expression has no name. */
export interface Key {
  table: string
  columns: string[]
  isUnique: boolean
}

export interface Schema {
  /** By table: the names of its columns. */
  tables: Map<string, string[]>
  keys: Key[]
}

interface Row {
  table: string
  index: string
  column: string | null
  unique: boolean | number
}

/** The tables, primary keys and indexes of a database, as it is. */
export async function readSchema({ db }: Store): Promise<Schema> {
  const { columns, indexes } = db.cache.isSingleWriter ? sqlite : postgres
  const tables = new Map<string, string[]>()
  for (const { table, column } of (await columns.execute(db)).rows)
    tables.set(table, [...(tables.get(table) ?? []), column])
  const keys = new Map<string, Key>()
  for (const { table, index, column, unique } of (await indexes.execute(db)).rows) {
    const key = keys.get(`${table} ${index}`) ?? { table, columns: [], isUnique: Boolean(unique) }
    key.columns.push(column ?? '')
    keys.set(`${table} ${index}`, key)
  }
  return { tables, keys: [...keys.values()] }
}

const postgres = {
  columns: sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`,
  indexes: sql<Row>`
    select t.relname as table, i.relname as index, a.attname as column, x.indisunique as unique
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    cross join lateral unnest(x.indkey::int[]) with ordinality as k (attnum, n)
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where t.relnamespace = current_schema()::regnamespace order by t.relname, i.relname, k.n`,
}

const sqlite = {
  columns: sql<{ table: string; column: string }>`
    select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' order by t.name, c.cid`,
  indexes: sql<Row>`
    select t.name as "table", 'primary key' as "index", c.name as "column", 1 as "unique", c.pk as n
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.pk > 0
    union all
    select t.name, i.name, c.name, i."unique", c.seqno
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
    where t.type = 'table' and i.origin <> 'pk'
    order by 1, 2, 5`,
}
