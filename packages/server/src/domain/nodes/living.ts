import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#store/db'

/** [NOD-1] What the clock of PostgreSQL shows, this many milliseconds from now. The clocks of processes differ. */
export function databaseNow(plusMs = 0): RawBuilder<number> {
  return sql<number>`((extract(epoch from clock_timestamp()) * 1000)::bigint + ${plusMs}::bigint)`
}

/** The ids of the processes that are alive. */
export function livingNodes(db: Db) {
  return db.selectFrom('nodes').select('id').where('until', '>', databaseNow())
}
