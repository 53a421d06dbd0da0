import type { Selectable } from 'kysely'
import { findAppProfiles } from '#domain/apps/profiles'
import { type Channel, findChannel, isBetweenFixedMembers } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Tables } from '#store/tables/tables'
import type { AppEvent } from './appEvent.ts'
import { appHomeEvents, stopEvents, titleEvents } from './appHomeEvents.ts'
import type { Subscriber } from '#delivery/outbox/subscribers'
import { functionEvents } from './functionEvents.ts'
import { metadataEvents } from './metadataEvents.ts'
import { type MessageEntry, messageEvents, sessionChangedEvents, titleChangedEvents } from './messageEvents.ts'
import { eventTsOf } from './eventTs.ts'
import { fileEvents } from './fileEvents.ts'
import { pinEvents } from './pinEvents.ts'
import { memberEvents, channelEvents } from './channelEvents.ts'
import { usergroupEvents, userEvents } from './peopleEvents.ts'
import { directMessageEvents } from './directMessageEvents.ts'

export type LogRow = Selectable<Tables['log']>

/** The events of a log entry, and the channel they happened in. */
export async function eventsFromEntry(
  db: Db,
  entry: LogRow,
): Promise<{ channel: Channel | undefined; events: AppEvent[] } | undefined> {
  const { change, channel_id: channelId } = entry
  if (change && channelId === null) return { channel: undefined, events: await eventsOfTeam(db, entry, change) }
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
      return [...(await messageEvents(db, channel, messageEntry)), ...(await metadataEvents(db, channel, messageEntry))]
    }
    case 'reacted':
    case 'unreacted':
      return reactionEvents(db, channel, entry, change)
    case 'pinned':
    case 'unpinned':
      return pinEvents(db, channel, change, context)
    case 'file_created':
    case 'file_deleted':
    case 'file_unshared':
      return fileEvents(db, channel, change, context)
    case 'joined':
    case 'left':
      return memberEvents(channel, change, entry.subject, context.eventTs)
    case 'opened':
    case 'closed':
      return directMessageEvents(channel, change.type, context)
    case 'created':
      return isBetweenFixedMembers(channel)
        ? directMessageEvents(channel, 'created', { ...context, user: change.by })
        : channelEvents(channel, change, context.eventTs)
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
    case 'session_changed':
      return sessionChangedEvents(db, channel, change, context)
    case 'user_changed':
    case 'team_joined':
    case 'group_created':
    case 'group_changed':
    case 'function_executed':
    case 'uninstalled':
    case 'tokens_revoked':
      return []
  }
}

/** Events that happen in no channel. */
async function eventsOfTeam(db: Db, entry: LogRow, change: Change): Promise<AppEvent[]> {
  switch (change.type) {
    case 'user_changed':
    case 'team_joined':
      return userEvents(db, entry, change)
    case 'group_created':
    case 'group_changed':
      return usergroupEvents(db, entry, change)
    case 'function_executed':
      return functionEvents(db, entry, change)
    default:
      return []
  }
}

/** [EVT-2] An app receives events that it subscribes to and has the scope for, in channels that it is in, or of its team. */
export function isSubscribed(subscriber: Subscriber, channel: Channel | undefined, event: AppEvent): boolean {
  const { subscription, scope, onlyForBot: only, includesNonMembers: outside = false, told = [], metadata } = event
  return (
    (only === undefined || only === subscriber.botUser) &&
    subscriber.events.has(subscription) &&
    (metadata === undefined || wantsMetadata(subscriber, metadata)) &&
    (scope === undefined || subscriber.scopes.has(scope)) &&
    (!channel ||
      (subscriber.teamId === channel.team_id &&
        (outside || channel.members.has(subscriber.botUser)) &&
        !channel.blocked_apps.includes(subscriber.appId))) &&
    !told.some(
      ({ members, blocked_apps: blocked }) => members.has(subscriber.botUser) && !blocked.includes(subscriber.appId),
    )
  )
}

/** [EVT-30] `*` stands for every app, or every type. */
function wantsMetadata({ metadata }: Subscriber, { app, type }: { app: string; type: string }): boolean {
  const isNamed = (given: string, name: string) => given === '*' || given === name
  return metadata.some((wanted) => isNamed(wanted.app, app) && isNamed(wanted.type, type))
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
