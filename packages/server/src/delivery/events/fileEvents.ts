import { type Channel, findChannel } from '#domain/channels/find'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent } from './appEvent.ts'

/** [FIL-8] A file was uploaded, was deleted, or is no longer shared in a channel. */
export async function fileEvents(
  db: Db,
  channel: Channel,
  { type, file, told }: Extract<Change, { file: string }>,
  { user, eventTs }: { user: string; eventTs: string },
): Promise<AppEvent[]> {
  const known: Channel[] = []
  for (const id of told) {
    const other = await findChannel(db, channel.team_id, id)
    if (other) known.push(other)
  }
  const facts =
    type === 'file_deleted'
      ? { channel_ids: [channel.id] }
      : { user_id: user, file: { id: file }, ...(type === 'file_unshared' ? { channel_id: channel.id } : {}) }
  return [
    {
      subscription: type,
      scope: 'files:read',
      ts: null,
      told: known,
      event: { type, file_id: file, ...facts, event_ts: eventTs },
    },
  ]
}
