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
  { team_id: teamId, id }: ChannelKey,
  rootTs: readonly string[],
): Promise<Map<string, ThreadSummary>> {
  const roots = rootTs.map((ts) => ({ channel_id: id, ts }))
  return (await summarizeThreadsIn(db, teamId, roots)).get(id) ?? new Map<string, ThreadSummary>()
}

const rootsPerQuery = 500

/** The same for roots in several channels of a team, by channel and root. */
export async function summarizeThreadsIn(
  db: Db,
  teamId: string,
  roots: readonly { channel_id: string; ts: string }[],
): Promise<Map<string, Map<string, ThreadSummary>>> {
  const channels = new Map<string, Map<string, ThreadSummary>>()
  for (let at = 0; at < roots.length; at += rootsPerQuery)
    for (const { channel_id, root, summary } of await summarizeSome(db, teamId, roots.slice(at, at + rootsPerQuery))) {
      const summaries = channels.get(channel_id) ?? new Map<string, ThreadSummary>()
      channels.set(channel_id, summaries.set(root, summary))
    }
  return channels
}

async function summarizeSome(db: Db, teamId: string, roots: readonly { channel_id: string; ts: string }[]) {
  const found = new Map<string, { channel_id: string; root: string; summary: ThreadSummary }>()
  for (const { channel_id, thread_ts: root, user_id, count, latest } of await countReplies(db, teamId, roots)) {
    if (root === null) continue
    const key = `${channel_id} ${root}`
    const summary = found.get(key)?.summary
    if (!summary) found.set(key, { channel_id, root, summary: { count, users: [user_id], latest } })
    else {
      summary.count += count
      summary.users.push(user_id)
      if (latest > summary.latest) summary.latest = latest
    }
  }
  return found.values()
}

/** The replies of each author to each root. If a ts is in two of the channels, both are counted, each for itself. */
function countReplies(db: Db, teamId: string, roots: readonly { channel_id: string; ts: string }[]) {
  return db
    .selectFrom('messages')
    .select(({ fn }) => [
      'channel_id',
      'thread_ts',
      'user_id',
      fn.countAll<number>().as('count'),
      fn.max('ts').as('latest'),
      fn.min('ts').as('first'),
    ])
    .where('team_id', '=', teamId)
    .where('channel_id', 'in', [...new Set(roots.map((root) => root.channel_id))])
    .where('thread_ts', 'in', [...new Set(roots.map((root) => root.ts))])
    .where('deleted', '=', false)
    .groupBy(['channel_id', 'thread_ts', 'user_id'])
    .orderBy('first')
    .execute()
}
