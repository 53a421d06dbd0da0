import type { Tx } from '#store/db'
import { forgetResponseUrls } from './acts/responseUrls.ts'
import { forgetAnswers } from './answers.ts'
import { now } from './clock.ts'
import { newestSeq, oldestCursor } from './log.ts'
import { clearEphemerals } from './messages/ephemeral.ts'
import { forgetStatuses } from './statuses.ts'
import { endTimedOut } from './streams/end.ts'
import { forgetModals } from './views/change.ts'

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
  await forgetModals(tx)
  await forgetResponseUrls(tx)
  await pruneDeltas(tx)
  await pruneOthers(tx)
}

/** Deltas that are folded into their message go. */
async function pruneDeltas(tx: Tx): Promise<void> {
  await prune(tx, { are: '=', key: 'pruned', upTo: await newestSeq(tx) })
}

/** What else happened goes when every viewer who was not told of it starts anew anyway. */
async function pruneOthers(tx: Tx): Promise<void> {
  await prune(tx, { are: '!=', key: 'pruned_others', upTo: oldestCursor(await newestSeq(tx)) })
}

/** It stops at the first entry that is young, of a stream that is, or not told to apps, and goes on there the next time. */
async function prune(tx: Tx, { are, key, upTo }: { are: '=' | '!='; key: string; upTo: number }): Promise<void> {
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
    .limit(atOnce)
    .execute()
  const needed = rows.findIndex(({ kind, at, untold, stream, ended_at: endedAt }) => {
    if (at > old) return true
    if (kind !== 'delta') return are === '!=' && untold
    return are === '=' && stream !== null && (endedAt ?? Infinity) > old
  })
  const to = (needed === -1 ? rows.at(-1) : rows[needed - 1])?.seq
  if (to === undefined) return
  await tx.deleteFrom('log').where('seq', '>', from).where('seq', '<=', to).where('kind', are, 'delta').execute()
  const value = String(to)
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
