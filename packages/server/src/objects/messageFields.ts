import type { Block } from '@rivulet/blocks/types'
import { mrkdwnInSteps } from '@rivulet/blocks/mrkdwn'
import { blocksFromReplyInSteps } from '@rivulet/blocks/replyBlocks'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { userBotIdOf } from '#domain/apps/profiles'
import { type MessageRow } from '#domain/messages/find'
import { type ThreadSummary } from '#domain/threads/summaries'
import { type PinRow } from '#domain/pins/pins'
import { type Reaction } from '#domain/reactions/reactions'
import { audienceOf, isInAudience } from '#domain/streams/audience'
import { type StreamSoFar } from '#domain/streams/read'
import { type Caller, isApp } from '#domain/access/caller'
import { Pace } from '#domain/pace'
import { type Channel } from '#domain/channels/find'
import type { Db } from '#store/db'
import { type AuthorApp, toBotObject } from './bot.ts'
import type { MessageObject } from './messageSchema.ts'

/** The content of a message that is no open stream. */
export function contentFields(row: MessageRow) {
  return {
    text: row.text,
    blocks: copyBlocks(row.blocks),
    ...(row.attachments ? { attachments: row.attachments.map((attachment) => ({ ...attachment })) } : {}),
    ...(row.markdown === null ? {} : { markdown_text: row.markdown }),
    ...(row.streaming_state ? { streaming_state: row.streaming_state } : {}),
  }
}

/** Who reads a message: somebody, the app that writes it, or the operator of a development server. */
export type Reader = Caller | 'writer' | 'operator'

/** The content of an open stream, for those who may watch it. */
export async function contentSoFar(stream: StreamSoFar, channel: Channel | undefined, reader: Reader | undefined) {
  // [STR-8] Everybody else reads the message once it is complete.
  if (!reader || (typeof reader === 'object' && !canWatch(stream, channel, reader))) {
    return { text: '', blocks: [], markdown_text: '', streaming_state: stream.state }
  }
  const pace = new Pace()
  const open = stream.state === 'in_progress'
  const blocks = await pace.run(blocksFromReplyInSteps(stream.reply, { display: stream.stream.display, open }))
  return {
    text: await pace.run(mrkdwnInSteps(blocks)),
    blocks: copyBlocks(blocks),
    markdown_text: markdownFromReply(stream.reply),
    streaming_state: stream.state,
  }
}

/** [STR-8] The audience of a stream may watch it, and so may the app that writes it. */
function canWatch({ stream }: StreamSoFar, channel: Channel | undefined, reader: Caller): boolean {
  if (isApp(reader) && stream.app_id === reader.app.id) return true
  return channel !== undefined && isInAudience(audienceOf(stream), channel, reader)
}

function copyBlocks(blocks: readonly Block[]): Record<string, unknown>[] {
  return blocks.map((block) => ({ ...block }))
}

/** [RCT-3] How many of those who reacted a message object lists. */
export const maxReactors = 50

export function reactionFields(
  reactions: readonly Reaction[] | undefined,
  maxUsers: number,
): Pick<MessageObject, 'reactions'> {
  if (!reactions) return {}
  return {
    reactions: reactions.map(({ name, users }) => ({ name, users: users.slice(0, maxUsers), count: users.length })),
  }
}

/** [PIN-4] */
export function pinFields(pin: PinRow | undefined): Pick<MessageObject, 'pinned_to' | 'pinned_info'> {
  if (!pin) return {}
  const { channel_id: channel, user_id: pinned_by, pinned_at: at } = pin
  return { pinned_to: [channel], pinned_info: { channel, pinned_by, pinned_ts: Math.floor(at / 1000) } }
}

/** [MSG-38] The app that wrote a message, as itself or as a person. */
export function appFields(db: Db, row: MessageRow, app: AuthorApp | undefined): Partial<MessageObject> {
  if (!row.app_id || !app) return {}
  const id = row.bot_id ?? userBotIdOf(app.botId)
  return { bot_id: id, app_id: app.id, bot_profile: { ...toBotObject(db, app, id), team_id: row.team_id } }
}

export function threadFieldsOf(
  row: MessageRow,
  authors: Map<string, string>,
  summary: ThreadSummary | undefined,
): Partial<MessageObject> {
  if (row.thread_ts) {
    const author = authors.get(row.thread_ts)
    return { thread_ts: row.thread_ts, ...(author ? { parent_user_id: author } : {}) }
  }
  if (!summary) return {}
  return {
    thread_ts: row.ts,
    reply_count: summary.count,
    reply_users_count: summary.users.length,
    reply_users: summary.users,
    latest_reply: summary.latest,
  }
}

/** [THR-2] The title of a thread that a person began with an assistant. */
export function titleField(row: MessageRow, title: string | undefined): Pick<MessageObject, 'assistant_app_thread'> {
  if (title === undefined || row.subtype !== 'assistant_app_thread') return {}
  return { assistant_app_thread: { title } }
}

export function appearanceFields(row: MessageRow): Partial<MessageObject> {
  const icons = row.icon_emoji ? { emoji: row.icon_emoji } : row.icon_url ? { image_48: row.icon_url } : undefined
  return { ...(row.username ? { username: row.username } : {}), ...(icons ? { icons } : {}) }
}
