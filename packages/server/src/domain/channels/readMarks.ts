import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { toTs, tsPattern } from '#domain/ts'

/** How far a member has read, and what they have not read yet. */
export interface ReadMark {
  lastRead: string
  /** The ts of the first messages of others after it, at most `maxCountedUnread`. */
  unread: string[]
}

/** Unread messages beyond this number are not counted. */
export const maxCountedUnread = 10

/** [REA-1] Returns undefined for a user who is no member. */
export async function findReadMark(db: Db, channel: Channel, userId: string): Promise<ReadMark | undefined> {
  const lastRead = await findLastRead(db, channel, userId)
  if (lastRead === undefined) return undefined
  const rows = await db
    .selectFrom('messages')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '>', lastRead)
    .where('deleted', '=', false)
    .where('user_id', '!=', userId)
    .where('notice', 'is', null)
    .orderBy('ts')
    .limit(maxCountedUnread)
    .execute()
  return { lastRead, unread: rows.map(({ ts }) => ts) }
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

/** [REA-3] Moves a read mark forward to `ts`. Of two browsers, the one that is further ahead counts. */
export async function advanceReadMark(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  const before = await findLastRead(tx, channel, caller.userId)
  if (before !== undefined && ts > before) await saveReadMark(tx, channel, caller, before, ts)
}

async function saveReadMark(tx: Tx, channel: Channel, caller: Caller, before: string, ts: string): Promise<void> {
  const newest = await newestTs(tx, channel)
  const mark = newest !== undefined && ts > newest ? newest : ts
  if (mark === before) return
  await tx
    .updateTable('members')
    .set({ last_read: mark })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', caller.userId)
    .execute()
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
