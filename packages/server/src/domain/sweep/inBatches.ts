import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import type { Store, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

/** Rows that one transaction deletes at most, so that other writes do not wait long. */
export const batchSize = 200

/** Runs `deleteBatch`, which returns how many rows it has deleted, until a batch is not full or the sweep is stopped. */
export async function deleteInBatches(
  store: Store,
  deleteBatch: (tx: Tx) => Promise<number>,
  stopped?: AbortSignal,
): Promise<void> {
  while ((await store.write(deleteBatch)) === batchSize && !stopped?.aborted) await turnOfTheLoop()
}

/**
 * A condition on the rows of one batch: of those that are `over`, in teams that take writes. `key`: the columns of the primary
 * key. `over` is asked again of each row that is written, because it may have been renewed meanwhile.
 */
export function isInBatch<T extends keyof Tables>(
  tx: Tx,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  over: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return sql`(${columns}) in (select ${columns} from ${sql.table(table)}
    where (${over}) and ${takesWrites(tx)} limit ${batchSize}) and (${over})`
}

/** Deletes one batch, and returns how many rows there were. */
export async function deleteBatchOf<T extends keyof Tables>(
  tx: Tx,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  over: RawBuilder<unknown>,
): Promise<number> {
  const deleting = sql`delete from ${sql.table(table)} where ${isInBatch(tx, table, key, over)}`
  return Number((await deleting.execute(tx)).numAffectedRows ?? 0)
}
