import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A table of the texts in a JSON list, with one column, `value`. */
export function textsOfJson(db: Db, list: RawBuilder<unknown>): RawBuilder<unknown> {
  return db.cache.isSingleWriter ? sql`json_each(${list})` : sql`json_array_elements_text(cast(${list} as json))`
}
