import type { Selectable } from 'kysely'
import { appProfiles } from '#domain/apps/profiles'
import { type Channel, findChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { tsOf } from '#domain/ts'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Tables } from '#store/tables/tables'
import type { AppEvent } from './appEvent.ts'
import { besideEvents, stopEvents, titleEvents } from './appHomeEvents.ts'
import type { Listener } from '#delivery/outbox/subscribers'
import { type MessageEntry, messageEvents, titledMessage } from './messageEvents.ts'
import { memberEvents, roomEvents } from './channelEvents.ts'

export type LogRow = Selectable<Tables['log']>

/** An entry of the log as events, and the channel that one has to be in to be told. */
export async function eventsOf(db: Db, entry: LogRow): Promise<{ channel: Channel; events: AppEvent[] } | undefined> {
  const { change, channel_id: channelId } = entry
  const channel = channelId ? await findChannel(db, entry.team_id, channelId) : undefined
  if (!change || !channel || channel.deleted) return undefined
  return { channel, events: await inChannel(db, channel, entry, change) }
}

async function inChannel(db: Db, channel: Channel, entry: LogRow, change: Change): Promise<AppEvent[]> {
  const about = { user: entry.subject ?? '', ts: entry.ts ?? '', eventTs: eventTs(entry) }
  switch (change.type) {
    case 'posted':
    case 'changed':
    case 'ended':
    case 'deleted': {
      const ofMessage: MessageEntry = { seq: entry.seq, ts: about.ts, eventTs: about.eventTs, change }
      return messageEvents(db, channel, ofMessage)
    }
    case 'reacted':
    case 'unreacted':
      return reactionEvents(db, channel, entry, change)
    case 'joined':
    case 'left':
      return memberEvents(channel, change, entry.subject, about.eventTs)
    case 'created':
    case 'archived':
    case 'unarchived':
    case 'renamed':
      return roomEvents(channel, change, about.eventTs)
    case 'app_opened':
    case 'looks':
    case 'thread_started':
    case 'thread_looks':
      return besideEvents(db, channel, change, about)
    case 'session_stopped': {
      const app = (await appProfiles(db, [change.app])).get(change.app)
      return app ? stopEvents(channel, change, about, app.botUser) : []
    }
    case 'titled':
      return [...(await titleEvents(db, channel, change, about)), ...(await titledMessage(db, channel, change, about))]
    case 'uninstalled':
    case 'tokens_revoked':
      return []
  }
}

/** [EVT-2] An app is told in places that it is in, of what it subscribes to and has the scope for. */
export function hears(listener: Listener, channel: Channel, told: AppEvent): boolean {
  const { subscription, scope, only, outside = false } = told
  return (
    listener.teamId === channel.team_id &&
    (only === undefined || only === listener.botUser) &&
    listener.events.has(subscription) &&
    (scope === undefined || listener.scopes.has(scope)) &&
    (outside || channel.members.has(listener.botUser)) &&
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

/** When it happened, and no two the same: of what happens in one millisecond the log's numbers tell the order. */
export function eventTs({ at, seq }: Pick<LogRow, 'at' | 'seq'>): string {
  return tsOf(at * 1000 + (seq % 1000))
}
