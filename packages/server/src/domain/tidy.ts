import type { Tx } from '#store/db'
import { forgetAnswers } from './answers.ts'
import { now } from './clock.ts'
import { forgetStatuses } from './statuses.ts'
import { endTimedOut } from './streams/end.ts'

/** How long deltas of ended streams stay, for viewers that were away. */
const deltasStay = 10 * 60_000
const atOnce = 5000

/** Writes down and clears away what time has already decided. Nothing that anyone sees depends on it. */
export async function tidy(tx: Tx): Promise<void> {
  await endTimedOut(tx)
  await forgetStatuses(tx)
  await tx.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
  await forgetAnswers(tx)
  await pruneDeltas(tx)
}

/** Deltas that are folded into their message go. It stops at the first that is still needed, and goes on from there. */
async function pruneDeltas(tx: Tx): Promise<void> {
  const mark = await tx.selectFrom('meta').select('value').where('key', '=', 'pruned').executeTakeFirst()
  const from = Number(mark?.value ?? 0)
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
    .orderBy('seq')
    .limit(atOnce)
    .execute()
  const needed = rows.findIndex(
    ({ kind, at, stream, ended_at: endedAt }) =>
      at > now() - deltasStay || (kind === 'delta' && stream !== null && (endedAt ?? Infinity) > now() - deltasStay),
  )
  const to = (needed === -1 ? rows.at(-1) : rows[needed - 1])?.seq
  if (to === undefined) return
  await tx.deleteFrom('log').where('seq', '>', from).where('seq', '<=', to).where('kind', '=', 'delta').execute()
  await tx
    .insertInto('meta')
    .values({ key: 'pruned', value: String(to) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(to) }))
    .execute()
}
