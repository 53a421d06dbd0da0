import type { Caller } from '#domain/access/caller'
import { searchChannels } from '#domain/channels/directory/search'
import type { Db } from '#store/db'
import { listViewerChannels } from '#feed/objects/channels'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

type Asked = Extract<ClientFrame, { type: 'channels' | 'find_channels' }>

/** [ROM-14] The channels that a page has asked for, by id or by what their names contain. */
export async function channelsFrame(db: Db, viewer: Caller, asked: Asked): Promise<ServerFrame> {
  if (asked.type === 'channels') {
    const channels = await listViewerChannels(db, viewer, asked.channels)
    const found = new Set(channels.map(({ id }) => id))
    return { type: 'channels', id: asked.id, channels, unseen: asked.channels.filter((id) => !found.has(id)) }
  }
  const { ids, next } = await searchChannels(db, viewer, asked.text, asked.from ?? 0)
  const channels = await listViewerChannels(db, viewer, ids)
  return { type: 'channels', id: asked.id, channels, ...(next === undefined ? {} : { next }) }
}
