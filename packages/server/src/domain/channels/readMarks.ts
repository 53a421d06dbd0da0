import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { entry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { tsOf, tsPattern } from '#domain/ts'

/** How far a member has read, and what came after it. */
export interface Reading {
  lastRead: string
  /** The ts of the first messages of others after it, at most `countedUpTo`. */
  unread: string[]
}

/** More than this is many. */
export const countedUpTo = 10

/** [REA-1] Undefined where they are no member. */
export async function readingOf(db: Db, channel: Channel, userId: string): Promise<Reading | undefined> {
  const lastRead = await lastReadOf(db, channel, userId)
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
    .limit(countedUpTo)
    .execute()
  return { lastRead, unread: rows.map(({ ts }) => ts) }
}

/** [REA-1] The ts up to which a member has read; before they ever did, up to when they joined. */
export async function lastReadOf(db: Db, channel: Channel, userId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('members')
    .select(['last_read', 'joined_at'])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member && (member.last_read ?? tsOf(member.joined_at * 1000))
}

/** [REA-2] Puts a member's mark at `ts`, also back to an earlier one. */
export async function markAt(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  if (!tsPattern.test(ts)) {
    throw new Refusal('invalid_timestamp', `"ts": ${JSON.stringify(ts)} is no ts like 1767225600.000100.`)
  }
  const before = await lastReadOf(tx, channel, caller.userId)
  if (before === undefined)
    throw new Refusal('not_in_channel', `You are not in ${channel.id}; there is no mark to set.`)
  await put(tx, channel, caller, before, ts)
}

/** [REA-3] As `markAt`, but never back: of two browsers the one that is further counts. */
export async function readUpTo(tx: Tx, channel: Channel, caller: Caller, ts: string): Promise<void> {
  const before = await lastReadOf(tx, channel, caller.userId)
  if (before !== undefined && ts > before) await put(tx, channel, caller, before, ts)
}

async function put(tx: Tx, channel: Channel, caller: Caller, before: string, ts: string): Promise<void> {
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
  tx.work.log(entry('read', channel.team_id, { channelId: channel.id, subject: caller.userId }))
}

/** A mark past the newest message would make later ones count as read. */
async function newestTs(tx: Tx, channel: Channel): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('ts').as('ts'))
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .executeTakeFirst()
  return row?.ts ?? undefined
}
