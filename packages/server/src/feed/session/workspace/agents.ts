import type { Caller } from '#domain/access/caller'
import { listConversations } from '#domain/apps/home/conversations'
import { listWork, type Work } from '#domain/threads/work'
import type { Db } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerWork } from '#feed/protocol/viewerAgents'

/** [AGT-1] A page of the viewer's conversations with an app. */
export async function conversationsFrame(
  db: Db,
  viewer: Caller,
  { id, channel, before, text }: Extract<ClientFrame, { type: 'conversations' }>,
): Promise<ServerFrame> {
  const { conversations, next } = await listConversations(db, viewer, { channelId: channel, before, text })
  return {
    type: 'conversations',
    id,
    channel,
    conversations: conversations.map(({ title, firstWords: first_words, lastWords: last_words, ...rest }) => ({
      ...rest,
      ...(title === undefined ? {} : { title }),
      first_words,
      last_words,
    })),
    ...(next === undefined ? {} : { next }),
  }
}

/** [AGT-2] What agents do in the channels that the viewer is in. */
export async function workFrame(db: Db, viewer: Caller, id: string): Promise<ServerFrame> {
  const { running, ended } = await listWork(db, viewer)
  return { type: 'work', id, now: db.clock.now(), running: running.map(toViewerWork), ended: ended.map(toViewerWork) }
}

function toViewerWork({ username, iconEmoji, iconUrl, streamTs, task, endsAt, stoppable, ended, ...work }: Work) {
  const { channelId: channel, threadTs: thread_ts, appId: app_id, userId: user, since, words } = work
  return {
    channel,
    thread_ts,
    app_id,
    user,
    ...(username ? { username } : {}),
    ...(iconEmoji ? { icon_emoji: iconEmoji } : {}),
    ...(iconUrl ? { icon_url: iconUrl } : {}),
    ...(streamTs === undefined ? {} : { ts: streamTs }),
    since,
    words,
    ...(task === undefined ? {} : { task }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    ...(stoppable ? { stoppable } : {}),
    ...(ended ? { ended } : {}),
  } satisfies ViewerWork
}
