import type { Selectable } from 'kysely'
import { type Channel, findChannel } from '#domain/channels'
import { findMessage } from '#domain/messages/find'
import { tsOf } from '#domain/ts'
import type { Db } from '#store/db'
import type { Change } from '#store/change'
import type { Tables } from '#store/tables'
import type { AppEvent } from './appEvent.ts'
import type { Listener } from './listeners.ts'
import { type MessageEntry, messageEvents } from './messageEvents.ts'
import { placeOf } from './places.ts'

export type LogRow = Selectable<Tables['log']>

/** An entry of the log as events, and the channel that one has to be in to be told. */
export async function eventsOf(db: Db, entry: LogRow): Promise<{ channel: Channel; events: AppEvent[] } | undefined> {
  const { change, channel_id: channelId } = entry
  const channel = channelId ? await findChannel(db, entry.team_id, channelId) : undefined
  if (!change || !channel || channel.deleted) return undefined
  return { channel, events: await inChannel(db, channel, entry, change) }
}

async function inChannel(db: Db, channel: Channel, entry: LogRow, change: Change): Promise<AppEvent[]> {
  switch (change.type) {
    case 'posted':
    case 'changed':
    case 'ended':
    case 'deleted': {
      const about: MessageEntry = { seq: entry.seq, ts: entry.ts ?? '', eventTs: eventTs(entry), change }
      return messageEvents(db, channel, about)
    }
    case 'reacted':
    case 'unreacted':
      return reactionEvents(db, channel, entry, change)
    case 'joined':
    case 'left':
      return memberEvents(channel, entry, change)
  }
}

/** [EVT-2] An app is told in places that it is in, of what it subscribes to and has the scope for. */
export function hears(listener: Listener, channel: Channel, { subscription, scope, only }: AppEvent): boolean {
  return (
    listener.teamId === channel.team_id &&
    (only === undefined || only === listener.botUser) &&
    listener.events.has(subscription) &&
    listener.scopes.has(scope) &&
    channel.members.has(listener.botUser) &&
    !channel.blocked_apps.includes(listener.appId)
  )
}

async function reactionEvents(
  db: Db,
  channel: Channel,
  entry: LogRow,
  change: Extract<Change, { name: string }>,
): Promise<AppEvent[]> {
  const message = await findMessage(db, channel, entry.ts ?? '')
  if (!message) return []
  const type = change.type === 'reacted' ? 'reaction_added' : 'reaction_removed'
  const event = {
    type,
    user: entry.subject,
    reaction: change.name,
    item_user: message.user_id,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    event_ts: eventTs(entry),
  }
  return [{ subscription: type, scope: 'reactions:read', ts: null, event }]
}

function memberEvents(
  channel: Channel,
  entry: LogRow,
  change: Extract<Change, { type: 'joined' | 'left' }>,
): AppEvent[] {
  const place = placeOf(channel)
  if (!place?.members) return []
  const type = change.type === 'joined' ? 'member_joined_channel' : 'member_left_channel'
  const inviter = change.type === 'joined' && change.inviter !== null ? { inviter: change.inviter } : {}
  const event = {
    type,
    user: entry.subject,
    channel: channel.id,
    channel_type: place.members.letter,
    team: channel.team_id,
    ...inviter,
    event_ts: eventTs(entry),
  }
  return [{ subscription: type, scope: place.members.scope, ts: null, event }]
}

/** When it happened, and no two the same: of what happens in one millisecond the log's numbers tell the order. */
function eventTs({ at, seq }: LogRow): string {
  return tsOf(at * 1000 + (seq % 1000))
}
