import { canonicalEmojiName } from '@rivulet/blocks/emoji'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { type Caller, isApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { newId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'

export type BookmarkRow = Selectable<Tables['bookmarks']>

/** [BKM-2] The most bookmarks of a channel. */
const maxBookmarks = 100

/** What people and apps say about a bookmark. */
export interface BookmarkFields {
  title: string
  link: string
  /** The name of an emoji, with or without colons; empty for none. */
  emoji: string
}

/** [BKM-1, BKM-2] Adds a bookmark after the existing ones. */
export async function addBookmark(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  { entityId, ...given }: BookmarkFields & { entityId?: string | undefined },
): Promise<BookmarkRow> {
  const fields = await checkFields(tx, channel, given)
  await lockBookmarks(tx, channel)
  const existing = await listBookmarks(tx, channel)
  if (existing.length >= maxBookmarks)
    throw new Refusal('too_many_bookmarks', `A channel has at most ${maxBookmarks} bookmarks; remove one first.`)
  const now = tx.clock.now()
  const row = await tx
    .insertInto('bookmarks')
    .values({
      team_id: channel.team_id,
      channel_id: channel.id,
      id: newId('Bk'),
      ...fields,
      entity_id: entityId ?? null,
      app_id: isApp(caller) ? caller.app.id : null,
      rank: rankAfter(existing.at(-1)?.rank),
      created_at: now,
      updated_at: now,
      updated_by: caller.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  logBookmarks(tx, channel, caller)
  return row
}

/** [BKM-3] Changes the given fields of a bookmark. */
export async function editBookmark(
  tx: Tx,
  caller: Caller,
  channel: Channel,
  { id, ...given }: { [Field in keyof BookmarkFields]?: string | undefined } & { id: string },
): Promise<BookmarkRow> {
  await lockBookmarks(tx, channel)
  const { title, link, emoji } = await findBookmark(tx, channel, id)
  const fields = await checkFields(tx, channel, {
    title: given.title ?? title,
    link: given.link ?? link,
    emoji: given.emoji ?? emoji,
  })
  const row = await tx
    .updateTable('bookmarks')
    .set({ ...fields, updated_at: tx.clock.now(), updated_by: caller.userId })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  logBookmarks(tx, channel, caller)
  return row
}

export async function removeBookmark(tx: Tx, caller: Caller, channel: Channel, id: string): Promise<void> {
  await lockBookmarks(tx, channel)
  await findBookmark(tx, channel, id)
  await tx
    .deleteFrom('bookmarks')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('id', '=', id)
    .execute()
  logBookmarks(tx, channel, caller)
}

/** The bookmarks of a channel, in the order in which they were added. */
export function listBookmarks(db: Db, channel: { team_id: string; id: string }): Promise<BookmarkRow[]> {
  return db
    .selectFrom('bookmarks')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .orderBy('rank')
    .execute()
}

async function findBookmark(db: Db, channel: Channel, id: string): Promise<BookmarkRow> {
  const row = (await listBookmarks(db, channel)).find((bookmark) => bookmark.id === id)
  if (!row) throw new Refusal('not_found', `${channel.id} has no bookmark ${JSON.stringify(id)}.`)
  return row
}

async function checkFields(db: Db, channel: Channel, given: BookmarkFields): Promise<BookmarkFields> {
  const title = given.title.toWellFormed().trim()
  const link = given.link.trim()
  if (title === '') throw new Refusal('invalid_arguments', '`title` is empty.')
  if (!isHttpAddress(link))
    throw new Refusal(
      'invalid_link',
      `"link": ${JSON.stringify(link)} is not an address that begins with https:// or http://.`,
    )
  return { title, link, emoji: await checkEmoji(db, channel, given.emoji.trim()) }
}

/** [BKM-1] As for other links [RT-8], but a bookmark is no mail address. */
function isHttpAddress(link: string): boolean {
  const address = URL.parse(link)
  return address !== null && (address.protocol === 'https:' || address.protocol === 'http:') && address.hostname !== ''
}

/** Returns the emoji as `:name:`. It is a standard one, or one of the team's own. */
async function checkEmoji(db: Db, channel: Channel, given: string): Promise<string> {
  const name = given.replace(/^:|:$/g, '')
  if (name === '') return ''
  const standard = canonicalEmojiName(name)
  if (standard !== undefined) return `:${standard}:`
  const custom = await db
    .selectFrom('emoji')
    .select('name')
    .where('team_id', '=', channel.team_id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (custom) return `:${name}:`
  throw new Refusal('invalid_emoji', `"emoji": ${JSON.stringify(given)} is not an emoji.`)
}

/** Ranks are compared as text. Nine digits suffice for every bookmark that a channel will ever have. */
function rankAfter(rank: string | undefined): string {
  return String(Number(rank ?? '0') + 1).padStart(9, '0')
}

function lockBookmarks(tx: Tx, channel: Channel): Promise<void> {
  return tx.lock(`bookmarks ${channel.team_id} ${channel.id}`)
}

function logBookmarks(tx: Tx, channel: Channel, caller: Caller): void {
  tx.work.log(logEntry('bookmark', channel.team_id, { channelId: channel.id, subject: caller.userId }))
}
