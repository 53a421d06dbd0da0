import type { Caller } from '#domain/access/caller'
import { listUnreadThreads } from '#domain/activity/followedThreads'
import { findQuietUntil } from '#domain/activity/quiet'
import { countUnseenReactions } from '#domain/activity/seen'
import type { Db } from '#store/db'
import type { UnseenActivity } from '#feed/protocol/serverFrames'

/** [NTF-3, NTF-4, NTF-7] What a person has not looked at yet, and until when that is as they want it. */
export async function findUnseen(db: Db, person: Pick<Caller, 'teamId' | 'userId'>): Promise<Required<UnseenActivity>> {
  const threads = await listUnreadThreads(db, person)
  return {
    reactions: await countUnseenReactions(db, person),
    quiet_until: await findQuietUntil(db, person),
    threads: threads.map(({ channel_id: channel, thread_ts, latest, last_read }) => ({
      channel,
      thread_ts,
      latest,
      last_read,
    })),
  }
}
