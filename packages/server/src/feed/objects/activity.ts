import type { Caller } from '#domain/access/caller'
import { listUnreadThreads } from '#domain/activity/followedThreads'
import { countUnseenReactions } from '#domain/activity/seen'
import type { Db } from '#store/db'
import type { UnseenActivity } from '#feed/protocol/serverFrames'

/** [NTF-3, NTF-4] What a person has not looked at yet. */
export async function findUnseen(db: Db, person: Pick<Caller, 'teamId' | 'userId'>): Promise<Required<UnseenActivity>> {
  const threads = await listUnreadThreads(db, person)
  return {
    reactions: await countUnseenReactions(db, person),
    threads: threads.map(({ channel_id: channel, thread_ts, latest, last_read }) => ({
      channel,
      thread_ts,
      latest,
      last_read,
    })),
  }
}
