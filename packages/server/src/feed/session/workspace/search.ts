import type { Caller } from '#domain/access/caller'
import { authorFieldsOf } from '#domain/messages/appearance'
import type { MessageRow } from '#domain/messages/find'
import { Pace } from '#domain/pace'
import { highlight } from '#domain/search/highlight'
import { searchMessages } from '#domain/search/messages'
import { searcherOf } from '#domain/search/searcher'
import type { Db } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerMatch } from '#feed/protocol/viewerMessages'

const matchesPerPage = 20
/** How many characters of a message are sent around the first word that was found. */
const excerptLength = 300
const charactersBefore = 60

/** [SRC-10] The newest messages that match what the person typed. */
export async function foundFrame(
  db: Db,
  viewer: Caller,
  asked: Extract<ClientFrame, { type: 'search' }>,
): Promise<ServerFrame> {
  const { id, text, from: skip = 0 } = asked
  if (text.trim() === '') return { type: 'found', id, matches: [], total: 0 }
  const options = { sort: 'timestamp', direction: 'desc', skip, limit: matchesPerPage } as const
  const found = await searchMessages(db, await searcherOf(db, viewer), text, options)
  const matches: ViewerMatch[] = []
  const pace = new Pace()
  for (const { row } of found.matches) {
    await pace.next()
    matches.push(toViewerMatch(row, text))
  }
  const next = skip + matchesPerPage
  return { type: 'found', id, matches, total: found.total, ...(next < found.total ? { next } : {}) }
}

function toViewerMatch(row: MessageRow, query: string): ViewerMatch {
  return {
    channel: row.channel_id,
    ts: row.ts,
    ...(row.thread_ts === null ? {} : { thread_ts: row.thread_ts }),
    ...authorFieldsOf(row),
    text: excerptOf(highlight(row.text, query)),
  }
}

/** The part of a marked text that begins a little before the first mark, at the beginning of a word. */
function excerptOf(marked: string): string {
  const first = Math.max(0, marked.indexOf('\u{E000}') - charactersBefore)
  const start = first === 0 ? 0 : first + marked.slice(first).search(/\s|$/u)
  const excerpt = marked.slice(start, start + excerptLength).toWellFormed()
  return `${start > 0 ? '…' : ''}${excerpt}${start + excerptLength < marked.length ? '…' : ''}`
}
