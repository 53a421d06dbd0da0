import type { Tx } from '#store/db'
import { threadEntry } from './find.ts'

/** Deletes what apps have set for a thread, together with the thread. */
export async function deleteThreadDetails(
  tx: Tx,
  channel: { team_id: string; id: string },
  threadTs: string,
): Promise<void> {
  let cleared = 0n
  for (const table of ['threads', 'agent_sessions'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('team_id', '=', channel.team_id)
      .where('channel_id', '=', channel.id)
      .where('thread_ts', '=', threadTs)
      .executeTakeFirst()
    cleared += numDeletedRows
  }
  if (cleared > 0n) tx.work.log(threadEntry(channel, threadTs))
}
