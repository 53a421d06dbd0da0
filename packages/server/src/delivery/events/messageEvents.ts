import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Channel } from '#domain/channels/find'
import { findMessage, type MessageRow, selectMessage } from '#domain/messages/find'
import { toMessageObjects } from '#objects/message'
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
    return [event(message, row.ts), ...mentions, ...fileSharedEvents(channel, row, entry.eventTs)]
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
  { ts, eventTs }: Pick<MessageEntry, 'ts' | 'eventTs'>,
): Promise<AppEvent[]> {
  const channelType = channelTypeOf(channel)
  const row = await findMessage(db, channel, ts)
  if (!channelType || row?.subtype !== 'assistant_app_thread') return []
  const now = await toMessageObject(db, channel, row)
  const message = { ...now, assistant_app_thread: { title } }
  const previous_message = { ...now, assistant_app_thread: { title: before ?? '' } }
  const changed = { type: 'message', subtype: 'message_changed', hidden: true, message, previous_message }
  const event = { ...changed, channel: channel.id, channel_type: channelType.type, ts: eventTs, event_ts: eventTs }
  return [{ subscription: channelType.subscription, scope: channelType.scope, ts: row.ts, event }]
}

const noContent = {
  text: '',
  blocks: [],
  markdown: null,
  metadata: null,
  streaming_state: null,
  edited_at: null,
} satisfies Partial<MessageRow>

/** The message as it was right after this entry. The next change says so; without one it is the message as it is now. */
async function messageAsOfEntry(db: Db, { seq }: MessageEntry, row: MessageRow): Promise<MessageRow> {
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

/** A message without what was added after it was posted: replies, reactions, a title. */
function asPosted(message: MessageObject, row: MessageRow): Omit<MessageObject, 'thread_ts'> {
  const {
    reply_count: _count,
    reply_users_count: _users,
    reply_users: _who,
    latest_reply: _latest,
    reactions: _reactions,
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
  const content = `${row.text}\n${mrkdwnFromBlocks(row.blocks)}`
  return [...new Set([...content.matchAll(/<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g)].map(([, user = '']) => user))]
}

function mentionEvent(channel: Channel, message: Omit<MessageObject, 'thread_ts'>, user: string): AppEvent {
  const event: InnerEvent = { ...message, type: 'app_mention', channel: channel.id, event_ts: message.ts }
  return { subscription: 'app_mention', scope: 'app_mentions:read', onlyForBot: user, ts: message.ts, event }
}
