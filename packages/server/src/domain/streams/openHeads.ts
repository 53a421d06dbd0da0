import { emptyReply } from '@rivulet/blocks/streamedReply'
import type { Db, Tx } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'
import { selectDeltas, toDelta } from './deltas.ts'
import { StreamHead, type StreamPosition, type StreamRow } from './head.ts'

/** The heads of open streams: of all, if no other process writes to the database; otherwise of those that this one appends to. */
const openHeads = new CacheRegion<StreamHead>(() => undefined, Infinity)
/** How many are kept if others write too: they may have ended some of these streams. */
const maxShared = 10_000
const allHeadsLoaded = new CacheRegion<true>(() => undefined)

/**
 * Finds the head of a stream for an append. If other processes write too it may be out of date; then the commit finds
 * that, and the write runs again.
 */
export function findHeadToAppend(
  tx: Tx,
  channel: { team_id: string; id: string },
  ts: string,
): MaybePromise<StreamHead | undefined> {
  if (tx.cache.isSingleWriter) return findHead(tx, channel, ts)
  const known = openHeads.valuesIn(tx)
  if (known.size > maxShared) known.clear()
  const key = `${channel.team_id}/${channel.id}/${ts}`
  const head = known.get(key)
  if (head) {
    tx.work.believe(() => known.delete(key))
    return head
  }
  return loadHead(tx, selectStream(tx, channel, ts)).then((loaded) => {
    if (loaded?.stream.ended_at === null) known.set(key, loaded)
    return loaded
  })
}

/** Finds the head of a stream, for a transaction that writes more than an append. */
export function findHead(
  tx: Tx,
  channel: { team_id: string; id: string },
  ts: string,
): MaybePromise<StreamHead | undefined> {
  // [STR-11] Locks the row, so that others who end the stream wait until this is committed.
  if (!tx.cache.isSingleWriter) return loadHead(tx, selectStream(tx, channel, ts).forUpdate())
  return openHeads.valuesIn(tx).get(`${channel.team_id}/${channel.id}/${ts}`) ?? loadCachedHead(tx, channel, ts)
}

async function loadCachedHead(
  tx: Tx,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<StreamHead | undefined> {
  if (!allHeadsLoaded.valuesIn(tx).has('')) {
    await loadOpenHeads(tx)
    const known = openHeads.valuesIn(tx).get(`${channel.team_id}/${channel.id}/${ts}`)
    if (known) return known
  }
  const ended = await selectStream(tx, channel, ts).executeTakeFirst()
  return ended && new StreamHead(ended, initialPosition(ended), undefined)
}

/** Creates the head of a stream that begins in this transaction. */
export function createHead(tx: Tx, stream: StreamRow): StreamHead {
  const head = new StreamHead(stream, initialPosition(stream), tx.cache.isSingleWriter ? emptyReply() : undefined)
  openHeads.valuesIn(tx).set(keyOf(stream), head)
  tx.work.onRollback(() => openHeads.valuesIn(tx).delete(keyOf(stream)))
  return head
}

/** Removes the head of a stream that ends in this transaction. */
export function removeHead(tx: Tx, { stream, position }: StreamHead): void {
  tx.work.finish(stream, position.n)
  const known = openHeads.valuesIn(tx)
  const head = known.get(keyOf(stream))
  if (!head) return
  known.delete(keyOf(stream))
  tx.work.onRollback(() => known.set(keyOf(stream), head))
}

/** Finds a cached head for a reader, who may only use what it has committed. */
export function findCachedHead(
  db: Db,
  stream: Pick<StreamRow, 'team_id' | 'channel_id' | 'ts'>,
): StreamHead | undefined {
  return db.cache.isSingleWriter ? openHeads.valuesIn(db).get(keyOf(stream)) : undefined
}

/** Loads the heads of all open streams after a start, with one walk through the log from the beginning of the oldest. */
export async function loadOpenHeads(db: Db): Promise<void> {
  const open = await db.selectFrom('streams').selectAll().where('ended_at', 'is', null).execute()
  const loaded = new Map<string, StreamHead>()
  for (const stream of open) {
    const key = keyOf(stream)
    if (!openHeads.valuesIn(db).has(key)) loaded.set(key, new StreamHead(stream, initialPosition(stream), emptyReply()))
  }
  let after = Math.min(...open.map((stream) => stream.begun_after))
  while (loaded.size > 0) {
    const rows = await db.selectFrom('log').selectAll().where('seq', '>', after).orderBy('seq').limit(10_000).execute()
    for (const row of rows) if (row.kind === 'delta') loaded.get(keyOf(row))?.commit(toDelta(row))
    const last = rows.at(-1)
    if (!last) break
    after = last.seq
  }
  for (const [key, head] of loaded) openHeads.valuesIn(db).set(key, head)
  allHeadsLoaded.valuesIn(db).set('', true)
}

function keyOf(about: { team_id: string; channel_id: string | null; ts: string | null }): string {
  return `${about.team_id}/${about.channel_id}/${about.ts}`
}

function initialPosition(stream: StreamRow): StreamPosition {
  return { mode: undefined, n: 0, total: 0, lastAt: stream.started_at }
}

async function loadHead(tx: Tx, selecting: ReturnType<typeof selectStream>): Promise<StreamHead | undefined> {
  const stream = await selecting.executeTakeFirst()
  if (!stream) return undefined
  const last = await selectDeltas(tx, stream).selectAll().orderBy('n', 'desc').limit(1).executeTakeFirst()
  if (!last) return new StreamHead(stream, initialPosition(stream), undefined)
  const { mode, total, at } = toDelta(last)
  return new StreamHead(stream, { mode, n: last.n ?? 0, total, lastAt: at }, undefined)
}

function selectStream(db: Db, channel: { team_id: string; id: string }, ts: string) {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
}
