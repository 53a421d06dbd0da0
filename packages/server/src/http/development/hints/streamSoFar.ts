import { taskIdsIn } from '@rivulet/blocks/streamedReply'
import { findTaskIds, selectDeltas } from '#domain/streams/deltas'
import { findCachedHead } from '#domain/streams/openHeads'
import type { HintedCall } from './hintedCall.ts'

/** How many characters the open stream of a call has, and how many tasks. None if there is no such stream. */
export async function readStreamSoFar({ db, caller, answer }: HintedCall): Promise<{ total: number; tasks: number }> {
  const of = { team_id: caller?.teamId ?? '', channel_id: String(answer?.['channel']), ts: String(answer?.['ts']) }
  const head = findCachedHead(db, of)
  if (head?.reply) return { total: head.committed.total, tasks: taskIdsIn(head.reply).length }
  const stream = await db
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', of.team_id)
    .where('channel_id', '=', of.channel_id)
    .where('ts', '=', of.ts)
    .executeTakeFirst()
  if (!stream) return { total: 0, tasks: 0 }
  const last = await selectDeltas(db, stream).select('total').orderBy('n', 'desc').limit(1).executeTakeFirst()
  return { total: last?.total ?? 0, tasks: new Set(await findTaskIds(db, stream)).size }
}
