import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { listNewestReplies, type MessagePage } from '#domain/messages/list'
import { fitOnPage, jsonBytes, maxPageBytes } from '#domain/page'
import type { Db } from '#store/db'
import { toViewerMessages, versionFor } from '#feed/objects/messages'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'

/** In a direct message also the replies per root. */
export const messagesPerPage = 50

/**
 * [ENV-12] The roots of a page that fit into so many bytes, from the first, in their order, as the viewer sees them. In
 * a direct message each has its newest replies.
 */
export async function fitThreads(
  db: Db,
  viewer: Caller,
  channel: Channel,
  page: MessagePage,
  bytes = maxPageBytes,
): Promise<{ threads: ViewerMessage[][]; hasMore: boolean }> {
  const threads: MessageRow[][] = []
  let left = bytes
  for (const root of page.messages) {
    const { messages } =
      channel.kind === 'im' ? await listNewestReplies(db, channel, root.ts, messagesPerPage) : { messages: [] }
    if (messages.length > 0) left -= jsonBytes(messages)
    if (left < 0 && threads.length > 0) break
    threads.push([root, ...messages.toReversed()])
  }
  // A broadcast reply is among the roots too; the map keeps one.
  const rows = new Map(threads.flatMap((thread) => thread.map((row) => [row.ts, row])))
  const versions = await toViewerMessages(db, channel, [...rows.values()])
  const byTs = new Map(versions.map((message) => [message.open.ts, versionFor(message, channel, viewer)]))
  const shown = fitOnPage(
    threads.map((thread) => thread.flatMap(({ ts }) => byTs.get(ts) ?? [])),
    jsonBytes,
    bytes,
  )
  return { threads: shown, hasMore: page.hasMore || shown.length < page.messages.length }
}

/** The messages of threads one after the other, each once, and the ts of the roots. */
export function inOneList(threads: readonly ViewerMessage[][]): { messages: ViewerMessage[]; roots: string[] } {
  const messages = new Map(threads.flatMap((thread) => thread.map((message) => [message.ts, message])))
  return { messages: [...messages.values()], roots: threads.flatMap((thread) => thread[0]?.ts ?? []) }
}
