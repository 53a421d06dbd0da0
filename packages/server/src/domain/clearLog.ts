import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Store, Tx } from '#store/db'
import { now } from './clock.ts'
import { newestSeq, oldestCursor } from './log.ts'

/** How long entries stay at least, for viewers that were away. */
const entriesStay = 10 * 60_000
/** Entries in one transaction: other writes wait for no more than that. */
export const slice = 500
/** Milliseconds for each kind of entries, so that a log that was left alone for long is no hindrance to the rest. */
const atMost = 2000

/**
 * Takes out of the log what nobody needs any more, slice by slice, until there is nothing left, the time is over or it
 * is stopped. Nothing that anyone sees depends on it.
 */
export async function clearLog(
  store: Store,
  { stopped, during = atMost }: { stopped?: AbortSignal; during?: number } = {},
): Promise<void> {
  for (const clear of [clearDeltas, clearOthers]) {
    const end = performance.now() + during
    while ((await store.write(clear)) && performance.now() < end && !stopped?.aborted) await turnOfTheLoop()
  }
}

/** Deltas that are folded into their message go. */
async function clearDeltas(tx: Tx): Promise<boolean> {
  return clearSlice(tx, { are: '=', key: 'pruned', upTo: await newestSeq(tx) })
}

/** What else happened goes when every viewer who was not told of it starts anew anyway. */
async function clearOthers(tx: Tx): Promise<boolean> {
  return clearSlice(tx, { are: '!=', key: 'pruned_others', upTo: oldestCursor(await newestSeq(tx)) })
}

/**
 * It stops at the first entry that is young, of a stream that is, or not told to apps, and goes on there the next time.
 * Whether there may be more.
 */
async function clearSlice(
  tx: Tx,
  { are, key, upTo }: { are: '=' | '!='; key: string; upTo: number },
): Promise<boolean> {
  const mark = await tx.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  const from = Number(mark?.value ?? 0)
  const old = now() - entriesStay
  const rows = await tx
    .selectFrom('log')
    .leftJoin('streams', (join) =>
      join
        .onRef('streams.team_id', '=', 'log.team_id')
        .onRef('streams.channel_id', '=', 'log.channel_id')
        .onRef('streams.ts', '=', 'log.ts'),
    )
    .select(({ eb }) => [
      'seq',
      'kind',
      'at',
      eb('change', 'is not', null).as('untold'),
      'streams.ts as stream',
      'ended_at',
    ])
    .where('seq', '>', from)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(slice)
    .execute()
  const needed = rows.findIndex(({ kind, at, untold, stream, ended_at: endedAt }) => {
    if (at > old) return true
    if (kind !== 'delta') return are === '!=' && untold
    return are === '=' && stream !== null && (endedAt ?? Infinity) > old
  })
  const to = (needed === -1 ? rows.at(-1) : rows[needed - 1])?.seq
  if (to === undefined) return false
  await tx.deleteFrom('log').where('seq', '>', from).where('seq', '<=', to).where('kind', are, 'delta').execute()
  const value = String(to)
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return needed === -1 && rows.length === slice
}
