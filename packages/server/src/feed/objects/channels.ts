import type { Caller } from '#domain/access/caller'
import { type Channel, findChannels, isVisibleTo } from '#domain/channels/find'
import { listReadMarks, type ReadMark } from '#domain/channels/readMarks'
import { listLatestTs } from '#domain/messages/list'
import type { Db } from '#store/db'
import type { ViewerChannel } from '#feed/protocol/viewerWorkspace'

/** A channel as one viewer sees it; undefined if it may not see the channel. */
export async function findViewerChannel(db: Db, viewer: Caller, id: string): Promise<ViewerChannel | undefined> {
  return (await listViewerChannels(db, viewer, [id]))[0]
}

/** [ROM-13] Those of the channels that a viewer may see, as it sees them. The number of statements does not grow with theirs. */
export async function listViewerChannels(db: Db, viewer: Caller, ids: readonly string[]): Promise<ViewerChannel[]> {
  const channels = (await findChannels(db, viewer.teamId, ids)).filter(
    (channel) => channel.kind !== 'canvas' && isVisibleTo(channel, viewer),
  )
  const visible = channels.map(({ id }) => id)
  const latest = await listLatestTs(db, viewer.teamId, visible)
  const joined = channels.filter(({ members }) => members.has(viewer.userId)).map(({ id }) => id)
  const marks = await listReadMarks(db, viewer.teamId, viewer.userId, joined)
  return channels.flatMap((channel) => {
    if (channel.kind === 'canvas') return []
    const mark = marks.get(channel.id)
    return {
      ...channelFields(channel),
      kind: channel.kind,
      member: channel.members.has(viewer.userId),
      latest: latest.get(channel.id) ?? null,
      last_read: mark?.lastRead ?? null,
      unread: mark?.unread ?? [],
      mentions: mark?.mentions ?? [],
      ...ruleFields(mark),
      closed_at: mark?.closedAt ?? null,
    }
  })
}

/** [REA-6] What the viewer is notified of. */
export function ruleFields(
  mark: Pick<ReadMark, 'muted' | 'notify'> | undefined,
): Pick<ViewerChannel, 'muted' | 'notify'> {
  return { ...(mark?.muted ? { muted: true } : {}), ...(mark?.notify ? { notify: mark.notify } : {}) }
}

function channelFields({ id, name, topic, archived, general, posting, threads, members }: Channel) {
  return { id, name, topic, archived, general, posting, threads, members: [...members] }
}
