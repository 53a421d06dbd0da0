import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { lockMessage, noSuchMessage } from '#domain/messages/editable'
import { contentColumns, fitOnPage, storedBytes } from '#domain/page'
import { Refusal } from '#domain/refusal'
import { tsPattern } from '#domain/ts'

export type PinRow = Selectable<Tables['pins']>

/** [PIN-2] The most pinned messages of a channel. */
const maxPins = 100

/** Where a message is pinned. */
interface PinTarget {
  channel: Channel
  ts: string
}

/** [PIN-1] Pins a message to its channel, for all of its members. */
export async function addPin(tx: Tx, caller: Caller, { channel, ts }: PinTarget): Promise<void> {
  const message = await lockPinnable(tx, channel, ts)
  if (message.notice || message.subtype === 'assistant_app_thread')
    throw new Refusal('not_pinnable', `${ts} says what has happened in ${channel.id}; nobody wrote it.`)
  await tx.lock(`pins ${channel.team_id} ${channel.id}`)
  if (await findPin(tx, channel, ts)) throw new Refusal('already_pinned', `${ts} is pinned to ${channel.id} already.`)
  const existing = await selectPins(tx, channel).orderBy('n', 'desc').execute()
  if (existing.length >= maxPins)
    throw new Refusal('too_many_pins', `A channel has at most ${maxPins} pinned messages; unpin one first.`)
  const pin = { n: (existing[0]?.n ?? 0) + 1, user_id: caller.userId, pinned_at: tx.clock.now() }
  await tx
    .insertInto('pins')
    .values({ team_id: channel.team_id, channel_id: channel.id, ts, ...pin })
    .execute()
  logPin(tx, caller.userId, message, { type: 'pinned', by: pin.user_id, at: pin.pinned_at })
}

/** [PIN-3] Any member may unpin a message. */
export async function removePin(tx: Tx, caller: Caller, { channel, ts }: PinTarget): Promise<void> {
  const message = await lockPinnable(tx, channel, ts)
  const pin = await deletePin(tx, message)
  if (!pin) throw new Refusal('no_pin', `${ts} is not pinned to ${channel.id}.`)
  logPin(tx, caller.userId, message, { type: 'unpinned', by: pin.user_id, at: pin.pinned_at })
}

/** Removes the pin of a message, if it has one, and returns it. */
export async function deletePin(tx: Tx, { team_id, channel_id, ts }: MessageRow): Promise<PinRow | undefined> {
  return tx
    .deleteFrom('pins')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .returningAll()
    .executeTakeFirst()
}

/** The pins of a channel, the newest first. */
export function listPins(db: Db, channel: { team_id: string; id: string }): Promise<PinRow[]> {
  return selectPins(db, channel).orderBy('n', 'desc').execute()
}

/** [ENV-12] Those of these pins, from the first, whose messages fit on a page. */
export async function fitPins(
  db: Db,
  channel: { team_id: string; id: string },
  pins: readonly PinRow[],
): Promise<PinRow[]> {
  if (pins.length === 0) return []
  const allTs = pins.map(({ ts }) => ts)
  const sizes = await db
    .selectFrom('messages')
    .select(['ts', storedBytes(...contentColumns).as('size')])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', 'in', allTs)
    .execute()
  const byTs = new Map(sizes.map(({ ts, size }) => [ts, size]))
  return fitOnPage(pins, ({ ts }) => byTs.get(ts) ?? 0)
}

export async function countPins(db: Db, channel: { team_id: string; id: string }): Promise<number> {
  const row = await db
    .selectFrom('pins')
    .select(({ fn }) => fn.countAll<number>().as('pins'))
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .executeTakeFirstOrThrow()
  return row.pins
}

/** The pins of messages of a channel, by ts. */
export async function findPins(
  db: Db,
  channel: { team_id: string; id: string },
  messages: readonly string[],
): Promise<Map<string, PinRow>> {
  if (messages.length === 0) return new Map()
  const rows = await selectPins(db, channel).where('ts', 'in', messages).execute()
  return new Map(rows.map((row) => [row.ts, row]))
}

function findPin(db: Db, channel: { team_id: string; id: string }, ts: string): Promise<PinRow | undefined> {
  return selectPins(db, channel).where('ts', '=', ts).executeTakeFirst()
}

function selectPins(db: Db, channel: { team_id: string; id: string }) {
  return db.selectFrom('pins').selectAll().where('team_id', '=', channel.team_id).where('channel_id', '=', channel.id)
}

async function lockPinnable(tx: Tx, channel: Channel, ts: string): Promise<MessageRow> {
  if (!tsPattern.test(ts))
    throw new Refusal('bad_timestamp', `"timestamp": ${JSON.stringify(ts)} is not a ts like "1767225600.000100".`)
  await lockMessage(tx, channel, ts)
  const message = await findMessage(tx, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  return message
}

function logPin(tx: Tx, subject: string, message: MessageRow, change: Change): void {
  const { team_id: teamId, channel_id: channelId, ts } = message
  tx.work.log(logEntry('pin', teamId, { channelId, ts, subject, change }))
}
