import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { MessageRow } from '#domain/messages/find'

/** The root of a thread. */
export interface ThreadKey {
  team_id: string
  channel_id: string
  thread_ts: string
}

/** A thread that a person takes part in. It has news for them if `latest` is after `last_read`. */
export interface FollowedThread extends ThreadKey {
  user_id: string
  latest: string
  last_read: string
}

/** How many threads with news are counted. */
export const maxUnreadThreads = 50

/**
 * [NTF-2] Those who wrote in a thread, its root too, and people whom the root or the reply mentions by name follow it. Who
 * writes a reply has read the thread up to it.
 */
export async function followThread(
  tx: Tx,
  thread: ThreadKey,
  reply: MessageRow,
  { isNew, isRead }: { isNew: boolean; isRead: boolean },
): Promise<void> {
  const { team_id, channel_id, thread_ts } = thread
  const { ts, user_id: author } = reply
  const concerned = sql<string>`select user_id from messages
    where team_id = ${team_id} and channel_id = ${channel_id} and ts = ${thread_ts}
    union select target from mentions
    where team_id = ${team_id} and channel_id = ${channel_id} and ts in (${thread_ts}, ${ts})
    union select ${author}`
  const latest = isNew
    ? sql<string>`${ts}`
    : sql<string>`(select max(ts) from messages where team_id = ${team_id} and channel_id = ${channel_id}
        and thread_ts = ${thread_ts} and not deleted)`
  const lastRead = isRead ? sql`${ts}` : sql`case when id = ${author} then ${ts} else ${thread_ts} end`
  const following = sql`insert into followed_threads (team_id, user_id, channel_id, thread_ts, latest, last_read)
    select team_id, id, ${channel_id}, ${thread_ts}, ${latest}, ${lastRead}
    from users where team_id = ${team_id} and app_id is null and id in (${concerned})
    on conflict do nothing`
  if (!isNew) return tx.send(following)
  const readBefore = sql<string>`case when user_id = ${author} then ${ts} else last_read end`
  const isNews = { latest: ts, last_read: isRead ? ts : readBefore }
  await tx.send(ofThread(tx.updateTable('followed_threads').set(isNews), thread)) // of those who follow it already
  await tx.send(following)
}

/**
 * After a reply was deleted: if it was the newest, that is now another, or there is none. Whoever is just posting a reply says by
 * themselves that theirs is the newest.
 */
export async function forgetReply(tx: Tx, thread: ThreadKey, ts: string): Promise<void> {
  const { team_id, channel_id, thread_ts } = thread
  // A thread without replies has no news.
  const latest = sql<string>`coalesce((select max(ts) from messages where team_id = ${team_id}
    and channel_id = ${channel_id} and thread_ts = ${thread_ts} and not deleted), ${thread_ts})`
  await tx.send(ofThread(tx.updateTable('followed_threads').set({ latest }), thread).where('latest', '=', ts))
}

/** [NTF-3] Sets how far a person has read a thread. `back`: also backwards, and of a thread that they do not follow yet. */
export async function markThread(
  tx: Tx,
  person: Caller,
  channel: Channel,
  { threadTs, ts, back = false }: { threadTs: string; ts: string; back?: boolean },
): Promise<void> {
  const thread = { team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs }
  const own = { ...thread, user_id: person.userId }
  if (back)
    await sql`insert into followed_threads (team_id, user_id, channel_id, thread_ts, latest, last_read)
      select ${own.team_id}, ${own.user_id}, ${own.channel_id}, ${threadTs}, max(ts), ${ts} from messages
      where team_id = ${own.team_id} and channel_id = ${own.channel_id} and thread_ts = ${threadTs} and not deleted
      having max(ts) is not null on conflict do nothing`.execute(tx)
  const moved = await ofThread(tx.updateTable('followed_threads').set({ last_read: ts }), thread)
    .where('user_id', '=', person.userId)
    .where('last_read', back ? '!=' : '<', ts)
    .executeTakeFirst()
  if (!back && moved.numUpdatedRows === 0n) return
  tx.work.log(logEntry('activity', channel.team_id, { channelId: channel.id, ts: threadTs, subject: person.userId }))
}

/** Everybody who takes part in a thread. */
export function listFollowers(db: Db, { team_id, channel_id, thread_ts }: ThreadKey): Promise<FollowedThread[]> {
  return db
    .selectFrom('followed_threads')
    .selectAll()
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('thread_ts', '=', thread_ts)
    .execute()
}

/** The threads that have news for a person, in channels that they are in, the newest first. */
export function listUnreadThreads(db: Db, { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>) {
  return db
    .selectFrom('followed_threads')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .whereRef('latest', '>', 'last_read')
    .where(
      sql<boolean>`exists (select 1 from members where members.team_id = followed_threads.team_id
        and members.channel_id = followed_threads.channel_id and members.user_id = followed_threads.user_id)`,
    )
    .orderBy('latest', 'desc')
    .limit(maxUnreadThreads)
    .execute()
}

type Conditional<Q> = { where(column: keyof ThreadKey, operator: '=', value: string): Q }

function ofThread<Q extends Conditional<Q>>(query: Q, { team_id, channel_id, thread_ts }: ThreadKey): Q {
  return query.where('team_id', '=', team_id).where('channel_id', '=', channel_id).where('thread_ts', '=', thread_ts)
}
