import type { Channel } from '#domain/channels/find'
import { type MessageRow, selectMessage } from '#domain/messages/find'
import type { Db } from '#store/db'
import type { AppEvent } from './appEvent.ts'
import { type MessageEntry, messageAsOfEntry } from './messageEvents.ts'

/** [EVT-30] What happened to the metadata of a message. Only the type is left of that of a deleted message. */
export async function metadataEvents(db: Db, channel: Channel, entry: MessageEntry): Promise<AppEvent[]> {
  const { change, eventTs } = entry
  const row = await selectMessage(db, channel, entry.ts).executeTakeFirst()
  if (!row) return []
  const then = row.deleted ? undefined : (await messageAsOfEntry(db, entry, row)).metadata
  const now = change.type === 'deleted' || (change.type === 'posted' && change.streams) ? undefined : metadataOf(then)
  const before =
    change.type === 'deleted'
      ? metadataOf(change.metadataType === undefined ? null : { event_type: change.metadataType, event_payload: {} })
      : change.type === 'changed'
        ? metadataOf(change.before.metadata)
        : undefined
  if ((!now && !before) || (row.deleted && change.type !== 'deleted')) return []
  if (JSON.stringify(now) === JSON.stringify(before)) return []
  const type = !before ? 'message_metadata_posted' : now ? 'message_metadata_updated' : 'message_metadata_deleted'
  const event = {
    type,
    app_id: row.app_id ?? '',
    ...(row.bot_id === null ? {} : { bot_id: row.bot_id }),
    user_id: row.user_id,
    team_id: row.team_id,
    channel_id: row.channel_id,
    message_ts: row.ts,
    ...(now ? { metadata: now } : { deleted_ts: row.ts }),
    ...(before ? { previous_metadata: before } : {}),
    event_ts: eventTs,
  }
  const metadata = { app: row.app_id ?? '', type: (now ?? before)?.event_type ?? '' }
  const ts = change.type === 'deleted' ? null : row.ts
  return [{ subscription: type, scope: 'metadata.message:read', ts, event, metadata }]
}

function metadataOf(metadata: MessageRow['metadata'] | undefined): { event_type: string } | undefined {
  const type: unknown = metadata ? Reflect.get(metadata, 'event_type') : undefined
  return typeof type === 'string' ? { ...metadata, event_type: type } : undefined
}
