import { type Selectable, sql } from 'kysely'
import { arrivalsLock, isTeamArriving, takesWrites } from '#domain/access/movedTeams'
import { BlobsOutOfReach } from '#store/blobs/blobs'
import type { Db, Store, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { deleteInBatches, isInBatch } from './inBatches.ts'
import { Steps } from './steps.ts'

const batchSize = 100
/** [FIL-18] How long after a restore no bytes are deleted for want of a row. Milliseconds. */
const restoredMs = 30 * 24 * 3_600_000
/** The longest time that an upload takes, milliseconds. If no file names older bytes, none ever will. */
const maxUploadMs = 3_600_000
/**
 * So few orphans are deleted at a time, and no further one after so long, because a move that begins waits for it. PostgreSQL ends
 * it when it has heard nothing for so long. Milliseconds.
 */
const orphansAtOnce = 10
const deletionMs = 20_000
const longestDeletionMs = 60_000
/** Said in these words, because the index holds only such files. */
const isUnready = sql<boolean>`state <> 'ready'`

/** [FIL-2, FIL-7] Deletes files that were not completed in time, and the bytes of all deleted files. */
export async function sweepFiles(store: Store, stopped?: AbortSignal): Promise<void> {
  const steps = new Steps()
  const silent = new AbortController()
  const signal = stopped ? AbortSignal.any([stopped, silent.signal]) : silent.signal
  let page: DeletedFile[] = []
  let isRefused = false
  do {
    await steps.run(() => deleteInBatches(store, giveUpIncomplete, stopped))
    page = await listDeleted(store.db, page.at(-1))
    isRefused = page.length > 0
    for (const file of page) {
      if (stopped?.aborted) break
      await steps.run(async () => {
        try {
          await deleteFile(store, file, signal)
          isRefused = false
        } catch (error) {
          // Each request to a bucket that does not answer takes long.
          if (error instanceof BlobsOutOfReach && error.isSilent) silent.abort(error)
          throw error
        }
      })
    }
    // A bucket that refuses a whole page refuses the next one too.
  } while (page.length === batchSize && !stopped?.aborted && (silent.signal.aborted || !isRefused))
  steps.finish()
}

type DeletedFile = Pick<Selectable<Tables['files']>, 'team_id' | 'id' | 'blob'>

/** One page of deleted files, behind the last one of the page before. */
function listDeleted(db: Db, last: DeletedFile = { team_id: '', id: '', blob: null }): Promise<DeletedFile[]> {
  return db
    .selectFrom('files')
    .select(['team_id', 'id', 'blob'])
    .where('state', '=', 'deleted')
    .where(isUnready)
    .where(sql<boolean>`(team_id, id) > (${last.team_id}, ${last.id})`)
    .where(takesWrites(db))
    .orderBy('team_id')
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

/** The bytes go before the row. After a crash between the two the row is swept again. */
async function deleteFile(store: Store, { team_id, id, blob }: DeletedFile, signal: AbortSignal): Promise<void> {
  if (blob) await store.blobs.delete(blob, signal)
  await store.write(async (tx) => {
    await tx.deleteFrom('file_grants').where('team_id', '=', team_id).where('file_id', '=', id).execute()
    const row = tx.deleteFrom('files').where('team_id', '=', team_id).where('id', '=', id)
    await row.where('state', '=', 'deleted').execute()
  })
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

/**
 * Deletes bytes that no file names, from uploads that a crash interrupted. [FIL-18] In a database that was restored these may be
 * of files that are newer than its backup: they stay for a while, because the database that was replaced names them.
 */
export async function sweepOrphanedBlobs(
  store: Store,
  { before = latestOrphan(store.db), stopped }: { before?: number; stopped?: AbortSignal } = {},
): Promise<void> {
  const keys = await store.blobs.listOlderThan(before, stopped)
  if (keys.length === 0 || (await wasRestoredLately(store.db))) return
  const orphans: string[] = []
  for (let i = 0; i < keys.length && !stopped?.aborted; i += batchSize)
    orphans.push(...(await listUnnamed(store.db, keys.slice(i, i + batchSize))))
  for (let i = 0; i < orphans.length && !stopped?.aborted; i += orphansAtOnce)
    await deleteOrphans(store, orphans.slice(i, i + orphansAtOnce), stopped)
}

async function wasRestoredLately(db: Db): Promise<boolean> {
  const meta = db.selectFrom('meta').select('value')
  const restored = await meta.where('key', '=', 'restored_at').executeTakeFirst()
  // A time that somebody has written and that is none keeps everything.
  return restored !== undefined && !(presentOf(db) - Date.parse(restored.value) > restoredMs)
}

/** [NOD-12] The files of a team that is on its way are here before their rows. A move that begins waits until these are deleted. */
async function deleteOrphans(store: Store, keys: readonly string[], stopped: AbortSignal | undefined): Promise<void> {
  const work = async (db: Db) => {
    if (await isTeamArriving(db)) return
    const until = performance.now() + deletionMs
    for (const key of keys) {
      if (performance.now() > until) return
      // Asked before each: if PostgreSQL has ended the transaction, and its lock with it, this fails.
      if ((await listUnnamed(db, [key])).length > 0) await store.blobs.delete(key, stopped)
    }
  }
  // No team arrives there, and other writes would wait for the disk.
  if (store.db.cache.isSingleWriter) return work(store.db)
  await store.write(async (tx) => {
    await tx.lock(arrivalsLock)
    await tx.send(sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestDeletionMs)}`)
    await work(tx)
  })
}

async function listUnnamed(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('blob')
    .where('blob', 'in', [...keys])
    .execute()
  const named = new Set(rows.map(({ blob }) => blob))
  return keys.filter((key) => !named.has(key))
}

/** The time before which bytes were stored that no file will name any more. */
function latestOrphan(db: Db): number {
  return presentOf(db) - maxUploadMs
}

/**
 * [NOD-18] Neither the clock of this machine decides alone, which may be ahead, nor that of the database, which somebody may have
 * turned in development.
 */
function presentOf({ clock }: Db): number {
  return Math.min(clock.now(), Date.now())
}
