import { mentionsOf } from '@rivulet/blocks/mentions'
import { sql } from 'kysely'
import { findChannel, isBetweenFixedMembers } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { findUsergroup } from '#domain/people/usergroups/find'
import type { Tx } from '#store/db'

/** [NTF-10] So long pages have to say that the message was read, or that they are in sight. */
const settleMs = 2000

/**
 * [NTF-10] Keeps that a new message, or a stream that has ended, may have to be pushed: to whom it mentions, who follows its
 * thread, or who is told of everything in its channel. What counts is decided when it is sent.
 */
export async function queuePushes(tx: Tx, message: MessageRow): Promise<void> {
  const { team_id, channel_id, ts, thread_ts, user_id: author, subtype, text, blocks } = message
  const channel = await findChannel(tx, team_id, channel_id)
  if (!channel || subtype === 'assistant_app_thread') return
  const mentioned = mentionsOf(text, blocks)
  const people = [...mentioned, ...(await listMembersOfGroups(tx, team_id, mentioned))]
  const isInThread = thread_ts !== null && subtype !== 'thread_broadcast' && channel.kind !== 'im'
  const concerned = [
    sql`select value as user_id from ${valuesOf(people)}`,
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

/** A table with one column, `value`. */
function valuesOf(values: readonly string[]) {
  return sql`(${sql.join(
    ['', ...values].map((value) => sql`select cast(${value} as text) as value`),
    sql` union all `,
  )}) listed`
}

async function listMembersOfGroups(tx: Tx, teamId: string, mentioned: readonly string[]): Promise<string[]> {
  const members: string[] = []
  for (const id of mentioned.filter((one) => one.startsWith('S'))) {
    const group = await findUsergroup(tx, teamId, id)
    if (group && group.disabled_at === null) members.push(...group.users)
  }
  return members
}
