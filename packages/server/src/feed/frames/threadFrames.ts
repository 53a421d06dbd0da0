import { listLiveStatuses } from '#domain/threads/status'
import type { Db } from '#store/db'
import { findViewerThreads } from '#feed/objects/threads'
import { toViewerStatus } from '#feed/objects/statuses'
import type { Outgoing } from './outgoing.ts'
import { toChannel, type ChangedThing } from './changedThing.ts'

export async function outgoingFromStatus(
  db: Db,
  { teamId, channelId, ts, seq }: ChangedThing,
  appId: string,
): Promise<Outgoing> {
  const statuses = await listLiveStatuses(db, { team_id: teamId, id: channelId }, ts)
  const row = statuses.find((status) => status.app_id === appId)
  const status = row ? toViewerStatus(row) : null
  return toChannel(
    { teamId, channelId },
    { type: 'status', seq, channel: channelId, thread_ts: ts, app_id: appId, status },
  )
}

export async function outgoingFromThread(db: Db, { teamId, channelId, ts, seq }: ChangedThing): Promise<Outgoing> {
  const [thread = null] = await findViewerThreads(db, { team_id: teamId, id: channelId }, [ts])
  return toChannel({ teamId, channelId }, { type: 'thread_changed', seq, channel: channelId, thread_ts: ts, thread })
}
