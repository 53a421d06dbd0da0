import type { Store } from '#store/db'
import { now } from '#domain/clock'

const atOnce = 100
/** An upload takes less, milliseconds: what is older and named by no file never will be. */
const longestUpload = 3_600_000

/** [FIL-2, FIL-7] Files that were not completed in time go, and the bytes of all that are deleted. */
export async function sweepFiles(store: Store, stopped?: AbortSignal): Promise<void> {
  await store.write((tx) =>
    tx
      .updateTable('files')
      .set({ state: 'deleted', ticket: null })
      .where('state', 'in', ['expected', 'received'])
      .where('expires_at', '<=', now())
      .execute(),
  )
  const gone = await store.db
    .selectFrom('files')
    .select(['team_id', 'id', 'blob'])
    .where('state', '=', 'deleted')
    .limit(atOnce)
    .execute()
  for (const { team_id, id, blob } of gone) {
    if (stopped?.aborted) return
    // Before its row: a crash between the two leaves a row, which is swept again.
    if (blob) await store.blobs.drop(blob)
    await store.write(async (tx) => {
      await tx.deleteFrom('file_grants').where('team_id', '=', team_id).where('file_id', '=', id).execute()
      await tx.deleteFrom('files').where('team_id', '=', team_id).where('id', '=', id).execute()
    })
  }
}

/** Bytes that no file names: of uploads that a crash cut short, and of a database that was put back. */
export async function sweepOrphans(
  store: Store,
  { before = Date.now() - longestUpload, stopped }: { before?: number; stopped?: AbortSignal } = {},
): Promise<void> {
  const keys = await store.blobs.olderThan(before)
  for (let i = 0; i < keys.length && !stopped?.aborted; i += atOnce) {
    const some = keys.slice(i, i + atOnce)
    const rows = await store.db.selectFrom('files').select('blob').where('blob', 'in', some).execute()
    const named = new Set(rows.map(({ blob }) => blob))
    for (const key of some) if (!named.has(key)) await store.blobs.drop(key)
  }
}
