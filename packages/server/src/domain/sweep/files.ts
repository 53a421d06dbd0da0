import { sql } from 'kysely'
import { isTeamArriving, takesWrites } from '#domain/access/movedTeams'
import type { Store, Tx } from '#store/db'
import { deleteInBatches, isInBatch } from './inBatches.ts'
import { Steps } from './steps.ts'

const batchSize = 100
/** The longest time that an upload takes, milliseconds. If no file names older bytes, none ever will. */
const maxUploadMs = 3_600_000
/** Said in these words, because the index holds only such files. */
const isUnready = sql<boolean>`state <> 'ready'`

/** [FIL-2, FIL-7] Deletes files that were not completed in time, and the bytes of all deleted files. */
export async function sweepFiles(store: Store, stopped?: AbortSignal): Promise<void> {
  const steps = new Steps()
  await steps.run(() => deleteInBatches(store, giveUpIncomplete, stopped))
  const gone = await store.db
    .selectFrom('files')
    .select(['team_id', 'id', 'blob'])
    .where('state', '=', 'deleted')
    .where(isUnready)
    .where(takesWrites(store.db))
    .limit(batchSize)
    .execute()
  for (const { team_id, id, blob } of gone) {
    if (stopped?.aborted) break
    await steps.run(async () => {
      // The bytes go before the row. After a crash between the two the row is swept again.
      if (blob) await store.blobs.delete(blob)
      await store.write(async (tx) => {
        await tx.deleteFrom('file_grants').where('team_id', '=', team_id).where('file_id', '=', id).execute()
        await tx.deleteFrom('files').where('team_id', '=', team_id).where('id', '=', id).execute()
      })
    })
  }
  steps.finish()
}

async function giveUpIncomplete(tx: Tx): Promise<number> {
  const isOver = sql`${isUnready} and state in ('expected', 'received') and expires_at <= ${tx.clock.now()}`
  const given = await tx
    .updateTable('files')
    .set({ state: 'deleted', ticket: null })
    .where(isInBatch(tx, 'files', ['team_id', 'id'], isOver))
    .executeTakeFirst()
  return Number(given.numUpdatedRows)
}

/** Deletes bytes that no file names, from uploads that a crash interrupted or a database that was restored. */
export async function sweepOrphanedBlobs(
  store: Store,
  { before = Date.now() - maxUploadMs, stopped }: { before?: number; stopped?: AbortSignal } = {},
): Promise<void> {
  const keys = await store.blobs.listOlderThan(before)
  // [NOD-12] The files of a team that is on its way are here before their rows.
  if (await isTeamArriving(store.db)) return
  for (let i = 0; i < keys.length && !stopped?.aborted; i += batchSize) {
    const some = keys.slice(i, i + batchSize)
    const rows = await store.db.selectFrom('files').select('blob').where('blob', 'in', some).execute()
    const named = new Set(rows.map(({ blob }) => blob))
    for (const key of some) if (!named.has(key)) await store.blobs.delete(key)
  }
}
