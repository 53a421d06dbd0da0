import type { Caller } from '#domain/access/caller'
import { listActivity } from '#domain/activity/list'
import type { Db } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

/** [NTF-5] A page of what concerns the viewer. */
export async function activityFrame(
  db: Db,
  viewer: Caller,
  { id, show, before }: Extract<ClientFrame, { type: 'activity' }>,
): Promise<ServerFrame> {
  const { items, next } = await listActivity(db, viewer, { show, before })
  return { type: 'activity', id, items, ...(next === undefined ? {} : { next }) }
}
