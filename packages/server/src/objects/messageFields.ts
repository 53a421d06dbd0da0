import type { Block } from '@rivulet/blocks/types'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { blocksFromReply, markdownFromReply } from '@rivulet/blocks/streamedReply'
import { type AppProfile } from '#domain/apps/profiles'
import { type MessageRow } from '#domain/messages/find'
import { type ThreadSummary } from '#domain/threads/summaries'
import { type Reaction } from '#domain/reactions/reactions'
import { audienceOf, isInAudience } from '#domain/streams/audience'
import { type StreamSoFar } from '#domain/streams/read'
import { type Caller, isApp } from '#domain/access/caller'
import { type Channel } from '#domain/channels/find'
import type { MessageObject } from './messageSchema.ts'

/** The content of a message. The content of an open stream is only for those who may watch it. */
export function contentFields(
  row: MessageRow,
  stream: StreamSoFar | undefined,
  channel: Channel | undefined,
  reader: Caller | undefined,
) {
  if (!stream) {
    return {
      text: row.text,
      blocks: copyBlocks(row.blocks),
      ...(row.markdown === null ? {} : { markdown_text: row.markdown }),
      ...(row.streaming_state ? { streaming_state: row.streaming_state } : {}),
    }
  }
  // [STR-8] Everybody else reads the message once it is complete.
  if (reader && !canWatch(stream, channel, reader)) {
    return { text: '', blocks: [], markdown_text: '', streaming_state: stream.state }
  }
  const blocks = blocksFromReply(stream.reply, { display: stream.stream.display, open: stream.state === 'in_progress' })
  return {
    text: mrkdwnFromBlocks(blocks),
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

export function appFields(row: MessageRow, app: AppProfile | undefined): Partial<MessageObject> {
  if (!row.app_id || !app) return {}
  if (!row.bot_id) return { app_id: app.id }
  return {
    bot_id: row.bot_id,
    app_id: app.id,
    bot_profile: {
      id: row.bot_id,
      app_id: app.id,
      user_id: app.botUser,
      name: app.name,
      team_id: row.team_id,
      deleted: app.removed,
      updated: 0,
      icons: {},
    },
  }
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

export function appearanceFields(row: MessageRow): Partial<MessageObject> {
  const icons = row.icon_emoji ? { emoji: row.icon_emoji } : row.icon_url ? { image_48: row.icon_url } : undefined
  return { ...(row.username ? { username: row.username } : {}), ...(icons ? { icons } : {}) }
}
