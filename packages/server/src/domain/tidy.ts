import type { Tx } from '#store/db'
import type { LogKind } from '#store/tables'
import { forgetAnswers } from './answers.ts'
import { now } from './clock.ts'
import { newestSeq, oldestCursor } from './log.ts'
import { clearEphemerals } from './messages/ephemeral.ts'
import { forgetStatuses } from './statuses.ts'
import { endTimedOut } from './streams/end.ts'

/** How long entries stay at least, for viewers that were away. */
const entriesStay = 10 * 60_000
const atOnce = 5000

/** Writes down and clears away what time has already decided. Nothing that anyone sees depends on it. */
export async function tidy(tx: Tx): Promise<void> {
  await endTimedOut(tx)
  await forgetStatuses(tx)
  await tx.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
  await forgetAnswers(tx)
  await clearEphemerals(tx)
  await pruneDeltas(tx)
  await pruneReads(tx)
}

/** Deltas that are folded into their message go. */
async function pruneDeltas(tx: Tx): Promise<void> {
  await prune(tx, { kinds: ['delta'], key: 'pruned', upTo: await newestSeq(tx) })
}

/** A read mark that moved goes when every viewer who is told of it starts anew anyway; so does what apps alone heard. */
async function pruneReads(tx: Tx): Promise<void> {
  await prune(tx, { kinds: ['read', 'app'], key: 'pruned_reads', upTo: oldestCursor(await newestSeq(tx)) })
}

/** It stops at the first entry that is young, or of a stream that is, and goes on from there the next time. */
async function prune(tx: Tx, { kinds, key, upTo }: { kinds: LogKind[]; key: string; upTo: number }): Promise<void> {
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
    .select(['seq', 'kind', 'at', 'streams.ts as stream', 'ended_at'])
    .where('seq', '>', from)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
  const needed = rows.findIndex(
    ({ kind: found, at, stream, ended_at: endedAt }) =>
      at > old || (found === 'delta' && stream !== null && (endedAt ?? Infinity) > old),
  )
  const to = (needed === -1 ? rows.at(-1) : rows[needed - 1])?.seq
  if (to === undefined) return
  await tx
    .deleteFrom('log')
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('kind', 'in', kinds)
    .where('change', 'is', null)
    .execute()
  const value = String(to)
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
