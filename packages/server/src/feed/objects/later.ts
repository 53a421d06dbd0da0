import type { Caller } from '#domain/access/caller'
import { findChannels, isVisibleTo } from '#domain/channels/find'
import { findSaved, listSaved, type SavedPlace, type SavedRow } from '#domain/later/saved'
import { findMessage } from '#domain/messages/find'
import { inBatches } from '#domain/batches'
import { Pace } from '#domain/pace'
import { fitOnPage } from '#domain/page'
import type { Db } from '#store/db'
import type { LaterFrame, LaterServerFrame, SavedEntry } from '#feed/protocol/laterFrames'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'
import { toViewerMessages, versionFor } from './messages.ts'

const pageLength = 30
/** How many messages are read at once. */
const atOnce = 5

/** [LAT-2] What a person keeps for later and can see. */
export async function findViewerSaved(db: Db, person: Caller): Promise<SavedEntry[]> {
  return (await listSaved(db, person, { done: false })).map(toEntry)
}

/** [LAT-2] A page of what a person keeps, or was done with. */
export async function laterFrame(
  db: Db,
  viewer: Caller,
  { id, show, after }: Extract<LaterFrame, { type: 'later' }>,
): Promise<LaterServerFrame> {
  const all = await listSaved(db, viewer, { done: show === 'done' })
  const rest = all.slice(all.findIndex(({ channel_id, ts }) => channel_id === after?.channel && ts === after.ts) + 1)
  const rows = rest.slice(0, pageLength)
  const messages = await findMessages(db, viewer, rows)
  const items = rows.flatMap((row) => {
    const message = messages.get(keyOf(row))
    return message ? [{ saved: toEntry(row), message }] : []
  })
  const fitting = fitOnPage(items)
  return { type: 'later', id, items: fitting, has_more: rest.length > rows.length || fitting.length < items.length }
}

/** [LAT-2, LAT-6] What a person keeps of a message now. Nothing of a channel that they do not see. */
export async function laterChangedFrame(
  db: Db,
  viewer: Caller,
  { channelId, ts }: SavedPlace,
  seq: number,
): Promise<LaterServerFrame> {
  const row = await findSaved(db, viewer, { channelId, ts })
  const message = row && (await findMessages(db, viewer, [row])).get(keyOf(row))
  const gone = { type: 'later_changed', seq, channel: channelId, ts, saved: null } as const
  if (!row || !message) return gone
  const isDue = row.reminded_at !== null && row.done_at === null
  return { ...gone, saved: toEntry(row), ...(isDue ? { reminder: message } : {}) }
}

/** Others get their turn between a few messages: each may be long. */
async function findMessages(db: Db, viewer: Caller, rows: readonly SavedRow[]): Promise<Map<string, ViewerMessage>> {
  const found = new Map<string, ViewerMessage>()
  const byChannel = Map.groupBy(rows, ({ channel_id: id }) => id)
  const pace = new Pace()
  for (const channel of await findChannels(db, viewer.teamId, [...byChannel.keys()])) {
    if (!isVisibleTo(channel, viewer)) continue
    for (const some of inBatches(byChannel.get(channel.id) ?? [], atOnce)) {
      await pace.next()
      const messages = await Promise.all(some.map(({ ts }) => findMessage(db, channel, ts)))
      const shown = messages.filter((message) => message !== undefined)
      for (const versions of await toViewerMessages(db, channel, shown))
        found.set(keyOf({ channel_id: channel.id, ts: versions.open.ts }), versionFor(versions, channel, viewer))
    }
  }
  return found
}

function keyOf({ channel_id: channel, ts }: Pick<SavedRow, 'channel_id' | 'ts'>): string {
  return `${channel}/${ts}`
}

function toEntry({ channel_id: channel, ts, saved_at, done_at, remind_at, reminded_at }: SavedRow): SavedEntry {
  return {
    channel,
    ts,
    saved_at,
    ...(done_at === null ? {} : { done_at }),
    ...(remind_at === null ? {} : { remind_at }),
    ...(reminded_at === null ? {} : { reminded_at }),
  }
}
