import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { listNewestReplies } from '#domain/messages/list'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { listLiveStatuses } from '#domain/threads/status'
import { listThreadDetails, noThreadTs, type ThreadDetails } from '#domain/threads/find'
import { toMessageObjects } from '#objects/message'
import type { Db } from '#store/db'

/** A thread as one person sees it, with its status line. */
export async function readThreadAs(db: Db, viewer: Caller, channelId: string, threadTs: string) {
  const channel = await findChannel(db, viewer.teamId, channelId)
  if (!channel || !isVisibleTo(channel, viewer)) throw noSuchChannel(channelId)
  const root = await findThreadRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const replies = await listNewestReplies(db, channel, root.ts, 1000)
  const rows = [root, ...replies.messages.toReversed()]
  const messages = await toMessageObjects(db, channel, rows, { metadata: false, reader: viewer })
  const threads = await listThreadDetails(db, channel, [root.ts, noThreadTs])
  const [status] = (await listLiveStatuses(db, channel, root.ts)).toReversed()
  return {
    messages,
    status: status
      ? { text: status.text, loading_messages: status.loading_messages, app_id: status.app_id, ends_at: status.ends_at }
      : null,
    ...appFields(threads, root.ts),
  }
}

/** What apps have set in a thread. Suggestions for a whole direct message show in each of its threads. */
function appFields(threads: readonly ThreadDetails[], threadTs: string) {
  const thread = threads.find((one) => one.threadTs === threadTs)
  const suggestions = thread?.prompts ?? threads.find((one) => one.threadTs === noThreadTs)?.prompts
  return {
    title: thread?.title ?? null,
    suggestions: suggestions
      ? { title: suggestions.title ?? null, app_id: suggestions.appId, prompts: suggestions.prompts }
      : null,
    agents: (thread?.agents ?? []).map((agent) => {
      const status = agent.status
      return { app_id: agent.app_id, status, ends_at: status === 'processing' ? agent.processing_ends_at : null }
    }),
  }
}
