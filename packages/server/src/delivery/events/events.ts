import type { Selectable } from 'kysely'
import { findAppProfiles } from '#domain/apps/profiles'
import { type Channel, findChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { toTs } from '#domain/ts'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Tables } from '#store/tables/tables'
import type { AppEvent } from './appEvent.ts'
import { appHomeEvents, stopEvents, titleEvents } from './appHomeEvents.ts'
import type { Subscriber } from '#delivery/outbox/subscribers'
import { type MessageEntry, messageEvents, titleChangedEvents } from './messageEvents.ts'
import { memberEvents, channelEvents } from './channelEvents.ts'

export type LogRow = Selectable<Tables['log']>

/** The events of a log entry, and the channel they happened in. */
export async function eventsFromEntry(
  db: Db,
  entry: LogRow,
): Promise<{ channel: Channel; events: AppEvent[] } | undefined> {
  const { change, channel_id: channelId } = entry
  const channel = channelId ? await findChannel(db, entry.team_id, channelId) : undefined
  if (!change || !channel || channel.deleted) return undefined
  return { channel, events: await eventsFromChange(db, channel, entry, change) }
}

async function eventsFromChange(db: Db, channel: Channel, entry: LogRow, change: Change): Promise<AppEvent[]> {
  const context = { user: entry.subject ?? '', ts: entry.ts ?? '', eventTs: eventTsOf(entry) }
  switch (change.type) {
    case 'posted':
    case 'changed':
    case 'ended':
    case 'deleted': {
      const messageEntry: MessageEntry = { seq: entry.seq, ts: context.ts, eventTs: context.eventTs, change }
      return messageEvents(db, channel, messageEntry)
    }
    case 'reacted':
    case 'unreacted':
      return reactionEvents(db, channel, entry, change)
    case 'joined':
    case 'left':
      return memberEvents(channel, change, entry.subject, context.eventTs)
    case 'created':
    case 'archived':
    case 'unarchived':
    case 'renamed':
      return channelEvents(channel, change, context.eventTs)
    case 'app_opened':
    case 'looks':
    case 'thread_started':
    case 'thread_looks':
      return appHomeEvents(db, channel, change, context)
    case 'session_stopped': {
      const app = (await findAppProfiles(db, [change.app])).get(change.app)
      return app ? stopEvents(channel, change, context, app.botUser) : []
    }
    case 'titled':
      return [
        ...(await titleEvents(db, channel, change, context)),
        ...(await titleChangedEvents(db, channel, change, context)),
      ]
    case 'uninstalled':
    case 'tokens_revoked':
      return []
  }
}

/** [EVT-2] An app receives events that it subscribes to and has the scope for, in channels that it is in. */
export function isSubscribed(subscriber: Subscriber, channel: Channel, event: AppEvent): boolean {
  const { subscription, scope, onlyForBot: only, includesNonMembers: outside = false } = event
  return (
    subscriber.teamId === channel.team_id &&
    (only === undefined || only === subscriber.botUser) &&
    subscriber.events.has(subscription) &&
    (scope === undefined || subscriber.scopes.has(scope)) &&
    (outside || channel.members.has(subscriber.botUser)) &&
    !channel.blocked_apps.includes(subscriber.appId)
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
    event_ts: eventTsOf(entry),
  }
  return [{ subscription: type, scope: 'reactions:read', ts: null, event }]
}

/** When an entry was logged, as a unique ts: log numbers order the entries of one millisecond. */
export function eventTsOf({ at, seq }: Pick<LogRow, 'at' | 'seq'>): string {
  return toTs(at * 1000 + (seq % 1000))
}
