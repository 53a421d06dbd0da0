import type { Db, Store, Tx } from '#store/db'
import { takesWrites } from '#domain/access/movedTeams'
import { getSettings } from '#domain/settings/settings'
import { Steps } from '#domain/sweep/steps'
import { findCachedHead, findHead } from './openHeads.ts'
import { type StreamRow } from './head.ts'
import { timeoutOf } from './timeout.ts'
import { endStream } from './end.ts'

/**
 * Ends every stream that has timed out and returns how many there were. Each one has its own transaction, so that nobody
 * waits for more than one of them.
 */
export async function endTimedOutStreams(store: Store, stopped?: AbortSignal): Promise<number> {
  let ended = 0
  const steps = new Steps()
  for (const stream of await findTimedOutStreams(store.db)) {
    if (stopped?.aborted) break
    if (await steps.run(() => store.write((tx) => endIfTimedOut(tx, stream)))) ended++
  }
  steps.finish()
  return ended
}

/** Finds streams that may have timed out. It takes no locks, so an app may still append to them meanwhile. */
async function findTimedOutStreams(db: Db): Promise<StreamRow[]> {
  const now = db.clock.now()
  const settings = await getSettings(db)
  const open = db.selectFrom('streams').selectAll().where('ended_at', 'is', null)
  if (db.cache.isSingleWriter) {
    // After a start no heads are cached yet; ending the first stream loads them all.
    return (await open.execute()).filter((stream) =>
      timeoutOf(settings, stream, findCachedHead(db, stream)?.committed.lastAt ?? 0, now),
    )
  }
  const rows = await open
    .where(takesWrites(db))
    .select(({ selectFrom }) =>
      selectFrom('log')
        .select('log.at')
        .whereRef('log.team_id', '=', 'streams.team_id')
        .whereRef('log.channel_id', '=', 'streams.channel_id')
        .whereRef('log.ts', '=', 'streams.ts')
        .where('log.n', 'is not', null)
        .orderBy('log.n', 'desc')
        .limit(1)
        .as('last_at'),
    )
    .execute()
  return rows.filter((stream) => timeoutOf(settings, stream, stream.last_at ?? stream.started_at, now))
}

async function endIfTimedOut(tx: Tx, { team_id, channel_id: id, ts }: StreamRow): Promise<boolean> {
  const head = await findHead(tx, { team_id, id }, ts)
  if (!head || head.stream.ended_at !== null) return false
  const reason = timeoutOf(await getSettings(tx), head.stream, head.position.lastAt, tx.clock.now())
  if (reason) await endStream(tx, head, { by: reason })
  return reason !== undefined
}
