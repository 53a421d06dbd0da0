import type { Db } from '#store/db'
import type { ChannelKey } from '#domain/messages/list'

export interface ThreadSummary {
  count: number
  users: string[]
  latest: string
}

/** Counts the replies of each root, with their authors and the newest. Roots without replies are left out. */
export async function summarizeThreads(
  db: Db,
  channel: ChannelKey,
  rootTs: readonly string[],
): Promise<Map<string, ThreadSummary>> {
  const summaries = new Map<string, ThreadSummary>()
  if (rootTs.length === 0) return summaries
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      'thread_ts',
      'user_id',
      fn.countAll<number>().as('count'),
      fn.max('ts').as('latest'),
      fn.min('ts').as('first'),
    ])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', rootTs)
    .where('deleted', '=', false)
    .groupBy(['thread_ts', 'user_id'])
    .orderBy('first')
    .execute()
  for (const { thread_ts: root, user_id, count, latest } of rows) {
    if (root === null) continue
    const summary = summaries.get(root)
    if (!summary) summaries.set(root, { count, users: [user_id], latest })
    else {
      summary.count += count
      summary.users.push(user_id)
      if (latest > summary.latest) summary.latest = latest
    }
  }
  return summaries
}
