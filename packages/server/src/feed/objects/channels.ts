import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo } from '#domain/channels/find'
import { findLatestTs } from '#domain/messages/list'
import { findReadMark } from '#domain/channels/readMarks'
import type { Db } from '#store/db'
import type { ViewerChannel } from '#feed/protocol/viewerWorkspace'

/** A channel as one viewer sees it; undefined if it may not see the channel. */
export async function findViewerChannel(db: Db, viewer: Caller, id: string): Promise<ViewerChannel | undefined> {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) return undefined
  const readMark = await findReadMark(db, channel, viewer.userId)
  return {
    ...channelFields(channel),
    kind: channel.kind,
    member: channel.members.has(viewer.userId),
    latest: await findLatestTs(db, channel),
    last_read: readMark?.lastRead ?? null,
    unread: readMark?.unread ?? [],
  }
}

function channelFields({ id, name, topic, archived, general, posting, threads, members }: Channel) {
  return { id, name, topic, archived, general, posting, threads, members: [...members] }
}
