import { mentionsOf } from '@rivulet/blocks/mentions'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** Mentions, the threads that people take part in, and what a person is told of a channel. What is there counts as read. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await recordMentions(db)
  await sql.raw(followThreads).execute(db)
}

const statements = [
  `create table mentions (
    team_id text not null, target text not null, channel_id text not null, ts text not null,
    primary key (team_id, target, channel_id, ts))`,
  `create index mentions_by_time on mentions (team_id, target, ts)`,
  `create index mentions_of_message on mentions (team_id, channel_id, ts, target)`,
  `create table followed_threads (
    team_id text not null, user_id text not null, channel_id text not null, thread_ts text not null,
    latest text not null, last_read text not null, primary key (team_id, user_id, channel_id, thread_ts))`,
  `create index followed_threads_by_time on followed_threads (team_id, user_id, latest)`,
  `create index unread_threads on followed_threads (team_id, user_id, latest) where latest > last_read`,
  `create index thread_followers on followed_threads (team_id, channel_id, thread_ts)`,
  `create table activity_marks (
    team_id text not null, user_id text not null, seen_at bigint not null, primary key (team_id, user_id))`,
  `alter table reactions add column author text`,
  `alter table reactions add column reacted_at bigint`,
  `create index reactions_by_author on reactions (team_id, author, reacted_at) where author is not null`,
  `alter table members add column muted boolean not null default false`,
  `alter table members add column notify text`,
]

/** Those who wrote in a thread follow it. Direct messages have no threads to follow. */
const followThreads = `
  insert into followed_threads (team_id, user_id, channel_id, thread_ts, latest, last_read)
  select taking.team_id, taking.user_id, taking.channel_id, taking.thread_ts, threads.latest, threads.latest
  from (
    select team_id, channel_id, thread_ts, user_id from messages where thread_ts is not null and not deleted
    union select root.team_id, root.channel_id, root.ts, root.user_id from messages root
      where root.thread_ts is null and exists (select 1 from messages reply where reply.team_id = root.team_id
        and reply.channel_id = root.channel_id and reply.thread_ts = root.ts and not reply.deleted)
  ) taking
  join (
    select team_id, channel_id, thread_ts, max(ts) latest from messages
    where thread_ts is not null and not deleted group by team_id, channel_id, thread_ts
  ) threads on threads.team_id = taking.team_id and threads.channel_id = taking.channel_id
    and threads.thread_ts = taking.thread_ts
  join users on users.team_id = taking.team_id and users.id = taking.user_id and users.app_id is null
  join channels on channels.team_id = taking.team_id and channels.id = taking.channel_id and channels.kind <> 'im'`

/** How many rows are in memory at once. */
const batchSize = 500

async function recordMentions(db: Kysely<Tables>): Promise<void> {
  let last: { team_id: string; channel_id: string; ts: string } = { team_id: '', channel_id: '', ts: '' }
  for (;;) {
    const rows = await db
      .selectFrom('messages')
      .select(['team_id', 'channel_id', 'ts', 'user_id', 'text', 'blocks'])
      .where(sql<boolean>`(team_id, channel_id, ts) > (${last.team_id}, ${last.channel_id}, ${last.ts})`)
      .where('deleted', '=', false)
      .where('notice', 'is', null)
      .where(sql<boolean>`(text like '%<%' or blocks like '%"user_id"%' or blocks like '%"usergroup_id"%'
        or blocks like '%"broadcast"%' or blocks like '%<%')`)
      .orderBy('team_id')
      .orderBy('channel_id')
      .orderBy('ts')
      .limit(batchSize)
      .execute()
    const values = rows.flatMap(({ team_id, channel_id, ts, user_id, text, blocks }) =>
      mentionsOf(text, parsed(blocks)).flatMap((one) =>
        one === user_id ? [] : [{ team_id, channel_id, ts, target: one === 'everyone' ? channel_id : one }],
      ),
    )
    // A message may mention hundreds, and a statement has at most 32,766 parameters.
    for (let i = 0; i < values.length; i += 1000)
      await db
        .insertInto('mentions')
        .values(values.slice(i, i + 1000))
        .execute()
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = { team_id: end.team_id, channel_id: end.channel_id, ts: end.ts }
  }
}

/** JSON columns are text where nothing has parsed them. */
function parsed<T>(value: T): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value
}
