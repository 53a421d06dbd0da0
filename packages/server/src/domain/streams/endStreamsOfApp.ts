import type { Tx } from '#store/db'
import { endStream } from './end.ts'
import { findHead } from './openHeads.ts'

/** [APP-10] Ends the open streams of an app that was uninstalled, as if they had been idle. */
export async function endStreamsOfApp(tx: Tx, teamId: string, appId: string): Promise<void> {
  const rows = await tx
    .selectFrom('streams')
    .select(['channel_id', 'ts'])
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .where('ended_at', 'is', null)
    .orderBy('channel_id')
    .orderBy('ts')
    .execute()
  for (const { channel_id: id, ts } of rows) {
    const head = await findHead(tx, { team_id: teamId, id }, ts)
    if (head && head.stream.ended_at === null) await endStream(tx, head, { by: 'idle' })
  }
}
