import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Channel } from '#domain/channels/find'
import { findMessage, type MessageRow, messageAt } from '#domain/messages/find'
import { messagesOnWire } from '#objects/message'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent, Inner } from './appEvent.ts'
import { placeOf } from './channelTypes.ts'

export interface MessageEntry {
  seq: number
  ts: string
  /** The event's own. */
  eventTs: string
  change: Extract<Change, { type: 'posted' | 'changed' | 'ended' | 'deleted' }>
}

type Wire = Awaited<ReturnType<typeof messagesOnWire>>[number]

/** [STR-13, EVT-3] What became of a message, as it was said then, whatever was said since. */
export async function messageEvents(db: Db, channel: Channel, about: MessageEntry): Promise<AppEvent[]> {
  const place = placeOf(channel)
  const row = await messageAt(db, channel, about.ts).executeTakeFirst()
  if (!place || !row) return []
  const { change } = about
  const event = (more: object, eventTs = about.eventTs): AppEvent => ({
    subscription: place.subscription,
    scope: place.scope,
    ts: change.type === 'deleted' ? null : row.ts,
    event: { type: 'message', ...more, channel: channel.id, channel_type: place.type, event_ts: eventTs },
  })
  const hidden = (subtype: string, more: object) => event({ subtype, hidden: true, ...more, ts: about.eventTs })

  if (change.type === 'deleted') {
    const previous_message = bare(await onWire(db, channel, { ...row, ...nothing, deleted: false }))
    return [hidden('message_deleted', { deleted_ts: row.ts, previous_message })]
  }
  // Its words are gone; apps are told of that.
  if (row.deleted) return []
  if (change.type === 'posted' && change.streams) {
    const message = { ...bare(await onWire(db, channel, { ...row, ...nothing })), streaming_state: 'in_progress' }
    return [event(message, row.ts)]
  }
  const saidThen = await asItWas(db, about, row)
  const then = await onWire(db, channel, saidThen)
  if (change.type === 'posted') {
    const message = posted(then, row)
    const mentions =
      place.type === 'im' || row.notice ? [] : mentioned(saidThen).map((user) => mention(channel, message, user))
    return [event(message, row.ts), ...mentions, ...sharedFiles(channel, row, about.eventTs)]
  }
  const previous_message =
    change.type === 'ended'
      ? { ...bare(await onWire(db, channel, { ...row, ...nothing })), streaming_state: 'in_progress' }
      : await onWire(db, channel, { ...row, ...change.before })
  return [hidden('message_changed', { message: then, previous_message })]
}

/** The root of a thread with an assistant that has another title is a message that changed. */
export async function titledMessage(
  db: Db,
  channel: Channel,
  { title, before }: Extract<Change, { type: 'titled' }>,
  { ts, eventTs }: Pick<MessageEntry, 'ts' | 'eventTs'>,
): Promise<AppEvent[]> {
  const place = placeOf(channel)
  const row = await findMessage(db, channel, ts)
  if (!place || row?.subtype !== 'assistant_app_thread') return []
  const now = await onWire(db, channel, row)
  const message = { ...now, assistant_app_thread: { title } }
  const previous_message = { ...now, assistant_app_thread: { title: before ?? '' } }
  const changed = { type: 'message', subtype: 'message_changed', hidden: true, message, previous_message }
  const event = { ...changed, channel: channel.id, channel_type: place.type, ts: eventTs, event_ts: eventTs }
  return [{ subscription: place.subscription, scope: place.scope, ts: row.ts, event }]
}

const nothing = {
  text: '',
  blocks: [],
  markdown: null,
  metadata: null,
  streaming_state: null,
  edited_at: null,
} satisfies Partial<MessageRow>

/** The message right after this entry: what the next change of it found, or what it is now. */
async function asItWas(db: Db, { seq }: MessageEntry, row: MessageRow): Promise<MessageRow> {
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

async function onWire(db: Db, channel: Channel, row: MessageRow): Promise<Wire> {
  const [message] = await messagesOnWire(db, channel, [row], { metadata: true })
  if (!message) throw new Error(`The message ${row.ts} came to nothing.`)
  return message
}

/** [EVT-16] Each file of a message, beside the message. */
function sharedFiles(channel: Channel, { files, user_id, ts }: MessageRow, eventTs: string): AppEvent[] {
  return (files ?? []).map((id) => ({
    subscription: 'file_shared',
    scope: 'files:read',
    ts,
    event: { type: 'file_shared', file_id: id, file: { id }, user_id, channel_id: channel.id, event_ts: eventTs },
  }))
}

/** A message without what came under it later. */
function posted(message: Wire, row: MessageRow): Omit<Wire, 'thread_ts'> {
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

/** Who wrote it and where, and no words. */
function bare({ type, user, bot_id, app_id, team, bot_profile, ts, thread_ts, parent_user_id, ...look }: Wire) {
  const { username, icons } = look
  const given = { user, bot_id, app_id, team, bot_profile, ts, thread_ts, parent_user_id, username, icons }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return { type, ...Object.fromEntries(known), text: '' }
}

/** The bot users and people that a message names. */
function mentioned(row: MessageRow): string[] {
  const said = `${row.text}\n${mrkdwnFromBlocks(row.blocks)}`
  return [...new Set([...said.matchAll(/<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g)].map(([, user = '']) => user))]
}

function mention(channel: Channel, message: Omit<Wire, 'thread_ts'>, user: string): AppEvent {
  const event: Inner = { ...message, type: 'app_mention', channel: channel.id, event_ts: message.ts }
  return { subscription: 'app_mention', scope: 'app_mentions:read', only: user, ts: message.ts, event }
}
