import { listFollowers } from '#domain/activity/followedThreads'
import { countUnseenReactions } from '#domain/activity/seen'
import { findChannel } from '#domain/channels/find'
import { selectMessage } from '#domain/messages/find'
import type { Db } from '#store/db'
import type { FollowedEntry } from '#store/news'
import { findUnseen } from '#feed/objects/activity'
import type { ChangedThing } from './changedThing.ts'
import type { Outgoing } from './outgoing.ts'

/** [NTF-3] A person read a thread; without a channel, they looked at all that there was. */
export async function outgoingFromActivity(db: Db, entry: FollowedEntry): Promise<Outgoing[]> {
  const { team_id: teamId, channel_id: channelId, ts, subject: userId, seq } = entry
  if (!userId) return []
  if (!channelId || !ts) {
    const frame = { type: 'unseen', seq, ...(await findUnseen(db, { teamId, userId })) } as const
    return [{ to: 'person', teamId, userId, frame }]
  }
  const all = await outgoingToFollowers(db, { teamId, channelId, ts, seq })
  return all.filter((out) => out.to === 'person' && out.userId === userId)
}

/** [NTF-3] To everybody who takes part in a thread: whether it has news for them. */
export async function outgoingToFollowers(
  db: Db,
  { teamId, channelId, ts: thread_ts, seq }: ChangedThing,
): Promise<Outgoing[]> {
  const members = (await findChannel(db, teamId, channelId))?.members
  const followers = await listFollowers(db, { team_id: teamId, channel_id: channelId, thread_ts })
  return followers.flatMap(({ user_id: userId, latest, last_read }) => {
    if (!members?.has(userId)) return []
    const frame = { type: 'followed', seq, channel: channelId, thread_ts, latest, last_read } as const
    return [{ to: 'person' as const, teamId, userId, frame }]
  })
}

/** [NTF-4] To the author of a message that somebody reacted to. */
export async function outgoingToAuthor(db: Db, { teamId, channelId, ts, seq }: ChangedThing): Promise<Outgoing[]> {
  const row = await selectMessage(db, { team_id: teamId, id: channelId }, ts)
    .clearSelect()
    .select(['user_id', 'bot_id'])
    .executeTakeFirst()
  if (!row || row.bot_id !== null) return []
  const { user_id: userId } = row
  const frame = { type: 'unseen', seq, reactions: await countUnseenReactions(db, { teamId, userId }) } as const
  return [{ to: 'person', teamId, userId, frame }]
}
