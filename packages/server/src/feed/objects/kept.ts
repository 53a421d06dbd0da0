import type { Caller } from '#domain/access/caller'
import { listBookmarks } from '#domain/bookmarks/bookmarks'
import type { Channel } from '#domain/channels/find'
import { findShownMessages } from '#domain/messages/find'
import { fitOnPage } from '#domain/page'
import { countPins, fitPins, listPins } from '#domain/pins/pins'
import { selectOwn } from '#domain/scheduled/own'
import type { Db } from '#store/db'
import type { ViewerBookmark, ViewerPin, ViewerScheduled } from '#feed/protocol/viewerMessages'
import { toViewerMessages, versionFor } from './messages.ts'

/** How much of a scheduled message's text a browser is sent. */
const maxExcerpt = 300

/** The number of pinned messages and the bookmarks of a channel, left out if there are none. */
export async function findChannelExtras(
  db: Db,
  channel: Channel,
): Promise<{ pins?: number; bookmarks?: ViewerBookmark[] }> {
  const pins = await countPins(db, channel)
  const bookmarks = await findViewerBookmarks(db, channel)
  return { ...(pins > 0 ? { pins } : {}), ...(bookmarks.length > 0 ? { bookmarks } : {}) }
}

export async function findViewerBookmarks(db: Db, channel: { team_id: string; id: string }): Promise<ViewerBookmark[]> {
  return (await listBookmarks(db, channel)).map(({ id, title, link, emoji }) => ({ id, title, link, emoji }))
}

/** [ENV-12] A page of the pinned messages of a channel as one viewer sees them, the newest pin first. */
export async function findViewerPins(
  db: Db,
  channel: Channel,
  viewer: Caller,
  after: string | undefined,
): Promise<{ pins: ViewerPin[]; hasMore: boolean }> {
  const all = await listPins(db, channel)
  const rest = all.slice(all.findIndex(({ ts }) => ts === after) + 1)
  const pins = await fitPins(db, channel, rest)
  const rows = await findShownMessages(
    db,
    channel,
    pins.map(({ ts }) => ts),
  )
  const messages = await toViewerMessages(db, channel, rows)
  const byTs = new Map(messages.map((versions) => [versions.open.ts, versionFor(versions, channel, viewer)]))
  const found = pins.flatMap(({ ts, user_id: by, pinned_at: at }) => {
    const message = byTs.get(ts)
    return message ? [{ message, by, at }] : []
  })
  const shown = fitOnPage(found)
  return { pins: shown, hasMore: shown.length < found.length || pins.length < rest.length }
}

/** [SCH-6] What a person has scheduled in the browser, the next first, those that were not sent too. */
export async function findViewerScheduled(db: Db, person: Caller): Promise<ViewerScheduled[]> {
  const rows = await selectOwn(db, person).orderBy('post_at').orderBy('n').execute()
  return rows.map(({ id, channel_id: channel, thread_ts, post_at, draft, failure, failure_detail: detail }) => ({
    id,
    channel,
    ...(thread_ts ? { thread_ts } : {}),
    text: draft.text.slice(0, maxExcerpt).toWellFormed(),
    post_at,
    ...(failure ? { failure: { error: failure, detail: detail ?? '' } } : {}),
  }))
}
