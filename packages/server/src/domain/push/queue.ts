import { mentionsOf } from '@rivulet/blocks/mentions'
import { sql } from 'kysely'
import { findChannel, isBetweenFixedMembers } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import type { Tx } from '#store/db'
import { textsOfJson } from '#store/textsOfJson'

/** [NTF-10] So long pages have to say that the message was read, or that they are in sight. */
const settleMs = 2000

/**
 * [NTF-10] Keeps that a new message, or a stream that has ended, may have to be pushed: to whom it mentions, who follows its
 * thread, or who is told of everything in its channel. What counts is decided when it is sent. Whom it mentions is recorded
 * before.
 */
export async function queuePushes(tx: Tx, message: MessageRow): Promise<void> {
  const { team_id, channel_id, ts, thread_ts, user_id: author, subtype, text, blocks } = message
  const channel = await findChannel(tx, team_id, channel_id)
  if (!channel || subtype === 'assistant_app_thread') return
  const mentioned = mentionsOf(text, blocks)
  const targets = sql`select target from mentions where team_id = ${team_id} and channel_id = ${channel_id} and ts = ${ts}`
  const isInThread = thread_ts !== null && subtype !== 'thread_broadcast' && channel.kind !== 'im'
  const concerned = [
    ...(mentioned.length > 0
      ? [
          sql`select target as user_id from (${targets}) mentioned`,
          sql`select listed.value as user_id from usergroups named, ${textsOfJson(tx, sql.ref('named.users'))} listed
            where named.team_id = ${team_id} and named.disabled_at is null and named.id in (${targets})`,
        ]
      : []),
    ...(mentioned.includes('everyone') || (isBetweenFixedMembers(channel) && !isInThread)
      ? [sql`select user_id from members where team_id = ${team_id} and channel_id = ${channel_id}`]
      : [
          sql`select user_id from members where team_id = ${team_id} and channel_id = ${channel_id} and notify = 'all'`,
          sql`select user_id from preferences where team_id = ${team_id} and notify = 'all'`,
        ]),
    ...(isInThread
      ? [
          sql`select user_id from followed_threads
            where team_id = ${team_id} and channel_id = ${channel_id} and thread_ts = ${thread_ts}`,
        ]
      : []),
  ]
  const queueing = sql`insert into pushes (team_id, session, channel_id, ts, attempt, due_at)
    select s.team_id, s.session, ${channel_id}, ${ts}, 0, ${tx.clock.now() + settleMs}
    from (${sql.join(concerned, sql` union `)}) concerned
    join members m on m.team_id = ${team_id} and m.channel_id = ${channel_id} and m.user_id = concerned.user_id
    join push_subscriptions s on s.team_id = ${team_id} and s.user_id = concerned.user_id
    left join preferences p on p.team_id = ${team_id} and p.user_id = concerned.user_id
    where concerned.user_id <> ${author} and not m.muted and coalesce(m.notify, p.notify, 'mentions') <> 'nothing'
    on conflict do nothing`
  await tx.send(queueing)
}

/** [LAT-6] Keeps that a person may have to be reminded of a message now. */
export async function queueReminder(
  tx: Tx,
  { teamId, userId }: { teamId: string; userId: string },
  { channelId, ts }: { channelId: string; ts: string },
): Promise<void> {
  await sql`insert into pushes (team_id, session, channel_id, ts, attempt, due_at, reminds)
    select s.team_id, s.session, ${channelId}, ${ts}, 0, ${tx.clock.now()}, true
    from push_subscriptions s where s.team_id = ${teamId} and s.user_id = ${userId}
    on conflict (team_id, session, channel_id, ts)
      do update set attempt = 0, due_at = excluded.due_at, reminds = true`.execute(tx)
}
