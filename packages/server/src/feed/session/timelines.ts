import type { Caller } from '#domain/access/caller'
import { newestSeq } from '#domain/log/numbers'
import { listChannelMessages, listNewerMessages, listNewestReplies, listReplies } from '#domain/messages/list'
import type { MessagePage, MessageRange } from '#domain/messages/list'
import { fitOnPage, jsonBytes, maxPageBytes } from '#domain/page'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { listLiveStatuses } from '#domain/threads/status'
import type { Db } from '#store/db'
import type { Place } from '#feed/protocol/clientFrames'
import type { Continuation, ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'
import { findViewerThreads } from '#feed/objects/threads'
import { toViewerMessages, versionFor } from '#feed/objects/messages'
import { toViewerStatus } from '#feed/objects/statuses'
import { fitThreads, inOneList, messagesPerPage } from './fitThreads.ts'
import { findShownChannel } from './shownChannel.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

const repliesPerPage = 200

/** The messages of a channel, or the replies of a thread. */
interface Timeline {
  perPage: number
  /** The newest before a ts, or of all, newest first. */
  listOlder: (before: string | undefined, limit: number) => Promise<MessagePage>
  /** The oldest after a ts, or from it on, oldest first. */
  listNewer: (range: MessageRange) => Promise<MessagePage>
  /** What the viewer sees of a page, as much of it as fits into so many bytes: each entry with what belongs to it. */
  fit: (page: MessagePage, bytes?: number) => Promise<Fitting>
}
interface Fitting {
  threads: ViewerMessage[][]
  hasMore: boolean
}

/** [WEB-8] Roots of a channel, from a place. */
export async function historyFrame(
  db: Db,
  viewer: Caller,
  { channel: id, before, after, around }: { channel: string } & Place,
): Promise<Frame<'history'>> {
  const channel = await findShownChannel(db, viewer, id)
  const place = { ...(before ? { before } : {}), ...(after ? { after } : {}), ...(around ? { around } : {}) }
  const { threads, ...continuation } = await readPlace(place, {
    perPage: messagesPerPage,
    listOlder: (latest, limit) => listChannelMessages(db, channel, { latest, limit }),
    listNewer: (range) => listNewerMessages(db, channel, range),
    fit: (page, bytes) => fitThreads(db, viewer, channel, page, bytes),
  })
  const { messages, roots } = inOneList(threads)
  return {
    type: 'history',
    channel: id,
    ...place,
    messages,
    threads: await findViewerThreads(db, channel, roots),
    ...continuation,
  }
}

/** The root and its newest replies; given a place, the replies there. */
export async function threadFrame(
  db: Db,
  viewer: Caller,
  { channel: id, thread_ts: threadTs, before, after, around }: { channel: string; thread_ts: string } & Place,
): Promise<Frame<'thread'>> {
  const channel = await findShownChannel(db, viewer, id)
  const root = await findThreadRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const place = { ...(before ? { before } : {}), ...(after ? { after } : {}), ...(around ? { around } : {}) }
  const asViewed = async (rows: MessagePage['messages']) =>
    (await toViewerMessages(db, channel, rows)).map((message) => versionFor(message, channel, viewer))
  const lead = Object.keys(place).length === 0 ? await asViewed([root]) : []
  const { threads, ...continuation } = await readPlace(place, {
    perPage: repliesPerPage,
    listOlder: (latest, limit) => listNewestReplies(db, channel, root.ts, limit, latest),
    listNewer: (range) => listReplies(db, channel, root.ts, range),
    async fit(page, bytes = maxPageBytes - jsonBytes(lead)) {
      const fitting = fitOnPage(await asViewed(page.messages), jsonBytes, bytes)
      const isCut = fitting.length < page.messages.length
      return { threads: fitting.map((message) => [message]), hasMore: page.hasMore || isCut }
    },
  })
  return {
    type: 'thread',
    seq: await newestSeq(db, viewer.teamId),
    channel: id,
    thread_ts: root.ts,
    ...place,
    messages: [...lead, ...threads.flat()],
    statuses: (await listLiveStatuses(db, channel, root.ts)).map(toViewerStatus),
    threads: await findViewerThreads(db, channel, [root.ts]),
    ...continuation,
  }
}

/** What a timeline has at a place, oldest first, and where to go on; without a place, its end. */
async function readPlace(
  { before, after, around }: Place,
  { perPage, listOlder, listNewer, fit }: Timeline,
): Promise<{ threads: ViewerMessage[][] } & Continuation> {
  if (after !== undefined) {
    const { threads, hasMore } = await fit(await listNewer({ oldest: after, limit: perPage }))
    return { threads, ...newerThan(threads, hasMore) }
  }
  if (around === undefined) {
    const { threads, hasMore } = await fit(await listOlder(before, perPage))
    return { threads: threads.toReversed(), ...olderThan(threads.toReversed(), hasMore) }
  }
  const from = await listNewer({ oldest: around, inclusive: true, limit: perPage / 2 })
  const newer = await fit(from, maxPageBytes / 2)
  const left = maxPageBytes - jsonBytes(newer.threads)
  const older = await fit(await listOlder(around, perPage - newer.threads.length), left)
  // One that is too large may be alone on a page, and not beside others.
  const isTooLarge = newer.threads.length > 0 && jsonBytes(older.threads) > left
  const threads = [...(isTooLarge ? [] : older.threads.toReversed()), ...newer.threads]
  return { threads, ...olderThan(threads, isTooLarge || older.hasMore), ...newerThan(threads, newer.hasMore) }
}

function olderThan([first]: readonly ViewerMessage[][], hasMore: boolean): Continuation {
  const [root] = first ?? []
  return root && hasMore ? { older: root.ts } : {}
}

function newerThan(threads: readonly ViewerMessage[][], hasMore: boolean): Continuation {
  const [root] = threads.at(-1) ?? []
  return root && hasMore ? { newer: root.ts } : {}
}
