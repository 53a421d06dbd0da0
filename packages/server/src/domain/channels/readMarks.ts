import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'
import type { Db, Tx } from '#store/db'
import type { NotifyRule } from '#store/tables/channels'
import { listUsergroupIdsOf } from '#domain/people/usergroups/memberships'
import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { inBatches } from '#domain/batches'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { justBefore, toTs, tsPattern } from '#domain/ts'

/** How far a member has read, and what they have not read yet. */
export interface ReadMark {
  lastRead: string
  /** The ts of the first messages of others after it, at most `maxCountedUnread`. */
  unread: string[]
  /** [REA-4] The ts of the first of these that mention them, at most `maxCountedUnread`. */
  mentions: string[]
  /** [REA-6] What they are notified of. */
  muted: boolean
  notify: NotifyRule | null
  /** [ROM-11] The ts up to which they closed a direct message: it is closed while nothing newer was posted. */
  closedAt: string | null
}

/** Unread messages beyond this number are not counted. */
export const maxCountedUnread = 10

/** [REA-1] Returns undefined for a user who is no member. */
export async function findReadMark(db: Db, channel: Channel, userId: string): Promise<ReadMark | undefined> {
  return (await listReadMarks(db, channel.team_id, userId, [channel.id])).get(channel.id)
}

/** [REA-1] The read marks of one user in those of the channels that they are a member of. */
export async function listReadMarks(
  db: Db,
  teamId: string,
  userId: string,
  channelIds: readonly string[],
): Promise<Map<string, ReadMark>> {
  const marks = new Map<string, ReadMark>()
  const targets = [userId, ...(await listUsergroupIdsOf(db, teamId, userId))]
  for (const ids of inBatches(channelIds)) {
    const rows = await db
      .selectFrom('members')
      .select(['members.channel_id', 'members.closed_at', 'members.muted', 'members.notify', lastRead.as('last_read')])
      .select((select) => select.selectFrom(firstUnread(select)).select(joinedTs).as('unread'))
      .select((select) => select.selectFrom(firstMentions(select, targets)).select(joinedTs).as('mentions'))
      .where('members.team_id', '=', teamId)
      .where('members.user_id', '=', userId)
      .where('members.channel_id', 'in', ids)
      .execute()
    for (const { channel_id: id, last_read, closed_at, unread, mentions, muted, notify } of rows)
      marks.set(id, {
        lastRead: last_read,
        unread: unread?.split(' ') ?? [],
        mentions: mentions?.split(' ') ?? [],
        muted,
        notify,
        closedAt: closed_at === null ? null : toTs(closed_at),
      })
  }
  return marks
}

/** [REA-1] At first the mark is the time at which the member joined. */
export const lastRead = sql<string>`coalesce(members.last_read, ${sql`(members.joined_at / 1000) || '.' ||
  substr(cast(members.joined_at % 1000 + 1000 as text), 2) || '000'`})`
const joinedTs = sql<string | null>`string_agg(ts, ' ' order by ts)`.as('ts')

/** The first messages of others after the read mark of a member. */
function firstUnread(member: ExpressionBuilder<Tables, 'members'>) {
  return (
    member
      .selectFrom('messages')
      .select('ts')
      .whereRef('messages.team_id', '=', 'members.team_id')
      .whereRef('messages.channel_id', '=', 'members.channel_id')
      .where('ts', '>', lastRead)
      .where('deleted', '=', false)
      .whereRef('messages.user_id', '!=', 'members.user_id')
      .where('notice', 'is', null)
      // [MSG-9] Nobody can find a reply without a root.
      .where((where) => where.or([where('thread_ts', 'is', null), where.exists(rootOf(where))]))
      .orderBy('ts')
      .limit(maxCountedUnread)
      .as('first')
  )
}

/** [REA-4] The first messages of others after the read mark that mention the member, a group of theirs, or everybody. */
function firstMentions(member: ExpressionBuilder<Tables, 'members'>, targets: readonly string[]) {
  return member
    .selectFrom('mentions')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.team_id', '=', 'mentions.team_id')
        .onRef('messages.channel_id', '=', 'mentions.channel_id')
        .onRef('messages.ts', '=', 'mentions.ts'),
    )
    .select(mentionedAt.as('ts'))
    .whereRef('mentions.team_id', '=', 'members.team_id')
    .whereRef('mentions.channel_id', '=', 'members.channel_id')
    .where(sql<boolean>`mentions.target in (${sql.join([...targets, sql.ref('members.channel_id')])})`)
    .where('mentions.ts', '>', lastRead)
    .whereRef('messages.user_id', '!=', 'members.user_id')
    .groupBy(mentionedAt)
    .orderBy(mentionedAt)
    .limit(maxCountedUnread)
    .as('first_mentions')
}

/** As an expression, so that SQLite finds mentions by whom they mention, and does not read those of everybody in order. */
const mentionedAt = sql<string>`mentions.ts || ''`

function rootOf(where: ExpressionBuilder<Tables, 'messages'>) {
  return where
    .selectFrom('messages as root')
    .select('root.ts')
    .whereRef('root.team_id', '=', 'messages.team_id')
    .whereRef('root.channel_id', '=', 'messages.channel_id')
    .whereRef('root.ts', '=', 'messages.thread_ts')
}

/** [REA-1] Finds the ts up to which a member has read. At first that is the time at which they joined. */
export async function findLastRead(db: Db, channel: Channel, userId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('members')
    .select(['last_read', 'joined_at'])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member && (member.last_read ?? toTs(member.joined_at * 1000))
}

/** [REA-2] Sets a member's read mark to `ts`. It may move backwards. */
export async function setReadMark(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  if (!tsPattern.test(ts)) {
    throw new Refusal('invalid_timestamp', `"ts": ${JSON.stringify(ts)} is not a ts like 1767225600.000100.`)
  }
  const before = await findLastRead(tx, channel, caller.userId)
  if (before === undefined)
    throw new Refusal('not_in_channel', `You are not in ${channel.id}; there is no mark to set.`)
  await saveReadMark(tx, channel, caller, before, ts)
}

/** [REA-5] Moves a read mark back to just before `ts`, so that this message is unread. */
export async function markUnread(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  await setReadMark(tx, channel, caller, justBefore(ts))
}

/** [REA-6] Says what a member is notified of; null is what is usual. What is left out stays. */
export async function setNotifyRule(
  tx: Tx,
  channel: Channel,
  { userId }: Caller,
  rule: { muted?: boolean; notify?: NotifyRule | null },
): Promise<void> {
  const changed = await tx
    .updateTable('members')
    .set(rule)
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Refusal('not_in_channel', `You are not in ${channel.id}.`)
  tx.work.log(logEntry('read', channel.team_id, { channelId: channel.id, subject: userId }))
}

/** [REA-3] Moves a read mark forward to `ts`. Of two browsers, the one that is further ahead counts. */
export async function advanceReadMark(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  const before = await findLastRead(tx, channel, caller.userId)
  if (before !== undefined && ts > before) await saveReadMark(tx, channel, caller, before, ts, true)
}

/** `onlyForward`: it stays if another browser has moved it further meanwhile. */
async function saveReadMark(
  tx: Tx,
  channel: Channel,
  caller: Caller,
  before: string,
  ts: string,
  onlyForward = false,
): Promise<void> {
  const newest = await newestTs(tx, channel)
  const mark = newest !== undefined && ts > newest ? newest : ts
  if (mark === before) return
  const saved = await tx
    .updateTable('members')
    .set({ last_read: mark })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', caller.userId)
    .$if(onlyForward, (update) => update.where(lastRead, '<', mark))
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) return
  tx.work.log(logEntry('read', channel.team_id, { channelId: channel.id, subject: caller.userId }))
}

/** A mark beyond the newest message would make later messages count as read. */
async function newestTs(tx: Tx, channel: Channel): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('ts').as('ts'))
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .executeTakeFirst()
  return row?.ts ?? undefined
}
