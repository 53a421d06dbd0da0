import type { Channel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { countPins } from '#domain/pins/pins'
import { toMessageObjects } from '#objects/message'
import { toPinnedItem } from '#objects/pin'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent } from './appEvent.ts'

/** [PIN-5] A message was pinned or unpinned. Nobody needs the event once the message is deleted. */
export async function pinEvents(
  db: Db,
  channel: Channel,
  { type, by, at }: Extract<Change, { by: string; at: number }>,
  { user, ts, eventTs }: { user: string; ts: string; eventTs: string },
): Promise<AppEvent[]> {
  const row = await findMessage(db, channel, ts)
  const [message] = row ? await toMessageObjects(db, channel, [row], { metadata: false }) : []
  if (!row || !message) return []
  const { pinned_to: _now, pinned_info: _info, ...content } = message
  const pinnedTo = type === 'pinned' ? { pinned_to: [channel.id] } : {}
  const pin = { channel_id: channel.id, user_id: by, pinned_at: at }
  const pins = await countPins(db, channel)
  const subscription = type === 'pinned' ? 'pin_added' : 'pin_removed'
  const event = {
    type: subscription,
    user,
    channel_id: channel.id,
    item: toPinnedItem(db, pin, row, { ...content, ...pinnedTo }),
    item_user: row.user_id,
    pin_count: String(pins),
    pinned_info: { channel: channel.id, pinned_by: by, pinned_ts: Math.floor(at / 1000) },
    ...(type === 'pinned' ? {} : { has_pins: pins > 0 }),
    event_ts: eventTs,
  }
  return [{ subscription, scope: 'pins:read', ts, event }]
}
