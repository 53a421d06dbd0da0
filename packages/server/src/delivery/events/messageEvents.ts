import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Channel } from '#domain/channels/find'
import { findLinks } from '#domain/links/find'
import { findUnfurlingApps, toUnfurlId } from '#domain/links/unfurl'
import { findMessage, type MessageRow, selectMessage } from '#domain/messages/find'
import { toMessageObjects } from '#objects/message'
import { toSessionField } from '#objects/thread'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent, InnerEvent } from './appEvent.ts'
import { channelTypeOf } from './channelTypes.ts'

export interface MessageEntry {
  seq: number
  ts: string
  /** `event_ts` of the events. */
  eventTs: string
  change: Extract<Change, { type: 'posted' | 'changed' | 'ended' | 'deleted' }>
}

type MessageObject = Awaited<ReturnType<typeof toMessageObjects>>[number]

/** [STR-13, EVT-3] What happened to a message. The event shows the message as it was then, whatever has changed since. */
export async function messageEvents(db: Db, channel: Channel, entry: MessageEntry): Promise<AppEvent[]> {
  const channelType = channelTypeOf(channel)
  const row = await selectMessage(db, channel, entry.ts).executeTakeFirst()
  if (!channelType || !row) return []
  const { change } = entry
  const event = (more: object, eventTs = entry.eventTs): AppEvent => ({
    subscription: channelType.subscription,
    scope: channelType.scope,
    ts: change.type === 'deleted' ? null : row.ts,
    event: { type: 'message', ...more, channel: channel.id, channel_type: channelType.type, event_ts: eventTs },
  })
  const hidden = (subtype: string, more: object) => event({ subtype, hidden: true, ...more, ts: entry.eventTs })

  if (change.type === 'deleted') {
    const previous_message = withoutContent(
      await toMessageObject(db, channel, { ...row, ...noContent, deleted: false }),
    )
    return [hidden('message_deleted', { deleted_ts: row.ts, previous_message })]
  }
  // The content of a deleted message is gone. Apps learn of the deletion from its own log entry.
  if (row.deleted) return []
  if (change.type === 'posted' && change.streams) {
    const message = {
      ...withoutContent(await toMessageObject(db, channel, { ...row, ...noContent })),
      streaming_state: 'in_progress',
    }
    return [event(message, row.ts)]
  }
  const rowThen = await messageAsOfEntry(db, entry, row)
  const then = await toMessageObject(db, channel, rowThen)
  if (change.type === 'posted') {
    const message = asPosted(then, row)
    const mentions =
      channelType.type === 'im' || row.notice
        ? []
        : findMentions(rowThen).map((user) => mentionEvent(channel, message, user))
    const linked = await linkEvents(db, channel, rowThen, entry.eventTs)
    return [event(message, row.ts), ...mentions, ...fileSharedEvents(channel, row, entry.eventTs), ...linked]
  }
  const previous_message =
    change.type === 'ended'
      ? {
          ...withoutContent(await toMessageObject(db, channel, { ...row, ...noContent })),
          streaming_state: 'in_progress',
        }
      : await toMessageObject(db, channel, { ...row, ...change.before })
  return [hidden('message_changed', { message: then, previous_message })]
}

/** A new title of a thread with an assistant counts as a change of the thread's root. */
export async function titleChangedEvents(
  db: Db,
  channel: Channel,
  { title, before }: Extract<Change, { type: 'titled' }>,
  at: RootChange,
): Promise<AppEvent[]> {
  return rootChangedEvents(db, channel, at, (now, { subtype }) =>
    subtype === 'assistant_app_thread'
      ? {
          message: { ...now, assistant_app_thread: { title } },
          previous_message: { ...now, assistant_app_thread: { title: before ?? '' } },
        }
      : undefined,
  )
}

/** [THR-13] An agent's new status in a thread counts as a change of the thread's root. */
export async function sessionChangedEvents(
  db: Db,
  channel: Channel,
  { before, after }: Extract<Change, { type: 'session_changed' }>,
  at: RootChange,
): Promise<AppEvent[]> {
  return rootChangedEvents(db, channel, at, async ({ agent_session: now, ...message }) => {
    const title = now?.title || undefined
    const [then, previous] = [
      await toSessionField(db, { title, agents: after }),
      await toSessionField(db, { title, agents: before }),
    ]
    return {
      message: { ...message, ...(then ? { agent_session: then } : {}) },
      previous_message: { ...message, ...(previous ? { agent_session: previous } : {}) },
    }
  })
}

type RootChange = Pick<MessageEntry, 'ts' | 'eventTs'>
type BeforeAndAfter = { message: object; previous_message: object }

async function rootChangedEvents(
  db: Db,
  channel: Channel,
  { ts, eventTs }: RootChange,
  versions: (now: MessageObject, row: MessageRow) => BeforeAndAfter | undefined | Promise<BeforeAndAfter>,
): Promise<AppEvent[]> {
  const channelType = channelTypeOf(channel)
  const row = await findMessage(db, channel, ts)
  const changed = channelType && row && (await versions(await toMessageObject(db, channel, row), row))
  if (!changed) return []
  const what = { type: 'message', subtype: 'message_changed', hidden: true, ...changed }
  const event = { ...what, channel: channel.id, channel_type: channelType.type, ts: eventTs, event_ts: eventTs }
  return [{ subscription: channelType.subscription, scope: channelType.scope, ts: row.ts, event }]
}

const noContent = {
  text: '',
  blocks: [],
  attachments: null,
  markdown: null,
  metadata: null,
  streaming_state: null,
  edited_at: null,
} satisfies Partial<MessageRow>

/** The message as it was right after this entry. The next change says so; without one it is the message as it is now. */
export async function messageAsOfEntry(db: Db, { seq }: MessageEntry, row: MessageRow): Promise<MessageRow> {
  const next = await db
    .selectFrom('log')
    .select('change')
    .where('seq', '>', seq)
    .where('change', 'is not', null)
    .where('team_id', '=', row.team_id)
    .where('channel_id', '=', row.channel_id)
    .where('ts', '=', row.ts)
    .where('kind', '=', 'message')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return next?.change?.type === 'changed' ? { ...row, ...next.change.before } : row
}

async function toMessageObject(db: Db, channel: Channel, row: MessageRow): Promise<MessageObject> {
  const [message] = await toMessageObjects(db, channel, [row], { metadata: true })
  if (!message) throw new Error(`The message ${row.ts} could not be turned into a message object.`)
  return message
}

/** [EVT-16] One event for each file of a message. */
function fileSharedEvents(channel: Channel, { files, user_id, ts }: MessageRow, eventTs: string): AppEvent[] {
  return (files ?? []).map((id) => ({
    subscription: 'file_shared',
    scope: 'files:read',
    ts,
    event: { type: 'file_shared', file_id: id, file: { id }, user_id, channel_id: channel.id, event_ts: eventTs },
  }))
}

/** [UNF-1] One event for each app that describes some of the links of a message. */
async function linkEvents(db: Db, channel: Channel, row: MessageRow, eventTs: string): Promise<AppEvent[]> {
  const apps = await findUnfurlingApps(db, channel.team_id, row.notice ? [] : findLinks(row.blocks))
  return apps
    .filter(({ id }) => id !== row.app_id)
    .map(({ botUser, links }) => ({
      subscription: 'link_shared',
      scope: 'links:read',
      onlyForBot: botUser,
      ...(channel.kind === 'public' ? { includesNonMembers: true } : {}),
      ts: row.ts,
      event: {
        type: 'link_shared',
        user: row.user_id,
        channel: channel.id,
        message_ts: row.ts,
        ...(row.thread_ts === null ? {} : { thread_ts: row.thread_ts }),
        links,
        is_bot_user_member: channel.members.has(botUser),
        unfurl_id: toUnfurlId(channel.id, row.ts),
        source: 'conversations_history',
        event_ts: eventTs,
      },
    }))
}

/** A message without what was added after it was posted: replies, reactions, a pin, a title. */
function asPosted(message: MessageObject, row: MessageRow): Omit<MessageObject, 'thread_ts'> {
  const {
    reply_count: _count,
    reply_users_count: _users,
    reply_users: _who,
    latest_reply: _latest,
    reactions: _reactions,
    pinned_to: _pinned,
    pinned_info: _pin,
    assistant_app_thread: _title,
    agent_session: _session,
    thread_ts,
    ...rest
  } = message
  return row.thread_ts === null ? rest : { ...rest, ...(thread_ts === undefined ? {} : { thread_ts }) }
}

/** Who wrote a message and where, without its content. */
function withoutContent({
  type,
  user,
  bot_id,
  app_id,
  team,
  bot_profile,
  ts,
  thread_ts,
  parent_user_id,
  ...look
}: MessageObject) {
  const { username, icons } = look
  const given = { user, bot_id, app_id, team, bot_profile, ts, thread_ts, parent_user_id, username, icons }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return { type, ...Object.fromEntries(known), text: '' }
}

/** The ids of the people and bot users that a message mentions. */
function findMentions(row: MessageRow): string[] {
  const content = `${row.text}\n${mrkdwnFromBlocks(row.blocks, undefined, { tables: true })}`
  return [...new Set([...content.matchAll(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g)].map(([, user = '']) => user))]
}

function mentionEvent(channel: Channel, message: Omit<MessageObject, 'thread_ts'>, user: string): AppEvent {
  const event: InnerEvent = { ...message, type: 'app_mention', channel: channel.id, event_ts: message.ts }
  return { subscription: 'app_mention', scope: 'app_mentions:read', onlyForBot: user, ts: message.ts, event }
}
