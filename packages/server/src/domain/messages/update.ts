import type { Attachment, Block } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { sharePictures } from '#domain/files/share'
import { newBlockId } from '#domain/ids'
import { findLinks } from '#domain/links/find'
import { logEntry } from '#domain/log/entry'
import { recordActivity } from '#domain/activity/record'
import { indexMessage } from '#domain/search/indexTexts'
import { keepVersion } from '#domain/versions/versions'
import { Refusal } from '#domain/refusal'
import type { MessageRow } from './find.ts'
import {
  checkMessageContent,
  checkMessageSize,
  type MessageContent,
  toStoredAttachments,
  toStoredContent,
} from './content.ts'

export interface MessageUpdate {
  /** Undefined leaves the content as it is. */
  content: MessageContent | undefined
  /** Undefined leaves it as it is, an empty object removes it. */
  metadata: object | undefined
  /** Whether a reply is shown in the channel too from now on. */
  broadcast?: boolean
  /** Whether a person typed the words that the blocks were made of. */
  typed?: boolean
}

/** [ORD 17] Refuses an update that changes nothing, or whose content is empty or too long. */
export function checkUpdate({ content, metadata, broadcast = false }: MessageUpdate): void {
  if (!content && !metadata && !broadcast)
    throw new Refusal('no_text', 'Give `text`, `markdown_text`, `blocks`, `attachments` or `metadata`.')
  if (content && !onlyClearsBlocks(content) && changesWords(content)) checkMessageContent(content)
}

/** [MSG-2, MSG-3, MSG-8] Updates a message. One that was streamed is like any other from then on. */
export async function updateMessage(
  tx: Tx,
  caller: Caller,
  message: MessageRow,
  { content, metadata, broadcast = false, typed = false }: MessageUpdate,
): Promise<MessageRow> {
  if (message.notice) throw new Refusal('cant_update_message', `The message ${message.ts} is a system message.`)
  if (content) checkBlockMismatch(message, content)
  const said = content && (await toUpdatedContent(tx, message, content, typed))
  checkWholeSize(message, content, said?.set.attachments, metadata)
  if (broadcast) checkBroadcast(message, said?.same === false || metadata !== undefined)
  if (content) await sharePictures(tx, caller, message, content, message)
  if (said?.set.edited_at !== undefined) await keepVersion(tx, message)
  const changed = await tx
    .updateTable('messages')
    .set({
      ...said?.set,
      ...(metadata ? { metadata: Object.keys(metadata).length > 0 ? metadata : null } : {}),
      ...(broadcast ? { subtype: 'thread_broadcast' as const } : {}),
    })
    .where('team_id', '=', message.team_id)
    .where('channel_id', '=', message.channel_id)
    .where('ts', '=', message.ts)
    .where('deleted', '=', false)
    // What does not change may be long.
    .returning(['attachments', 'streaming_state', 'edited_at', 'metadata', 'subtype'])
    .$if(content !== undefined && changesWords(content), (query) => query.returning(['text', 'blocks', 'markdown']))
    .executeTakeFirstOrThrow()
  const updated: MessageRow = { ...message, ...changed }
  if (said) {
    await indexMessage(tx, updated)
    await recordActivity(tx, updated)
  }
  const { team_id: teamId, channel_id: channelId, ts, user_id: subject } = message
  tx.work.log(
    logEntry('message', teamId, {
      channelId,
      ts,
      subject,
      change: { type: 'changed', before: toChangeableFields(message) },
    }),
  )
  return updated
}

/** [MSG-31] Counts what is given and what stays. Streamed words are not counted. */
function checkWholeSize(
  message: MessageRow,
  content: MessageContent | undefined,
  attachments: readonly object[] | null | undefined,
  metadata: object | undefined,
): void {
  if (!content && !metadata) return
  const stays = message.streaming_state === null ? { text: message.text, blocks: message.blocks } : {}
  const { text, markdown, blocks }: Partial<MessageContent> =
    content && changesWords(content) && !onlyClearsBlocks(content) ? content : stays
  const whole = { text, markdown, blocks, attachments: attachments === undefined ? message.attachments : attachments }
  checkMessageSize({ ...whole, metadata: metadata ?? message.metadata })
}

/** [MSG-8] Only a reply can be sent to the channel. Its content cannot change in the same call. */
function checkBroadcast(message: MessageRow, changes: boolean): void {
  if (message.thread_ts === null)
    throw new Refusal(
      'cant_broadcast_message',
      `The message ${message.ts} is in the channel itself; it is not a reply.`,
    )
  if (changes && message.subtype !== 'thread_broadcast')
    throw new Refusal(
      'no_dual_broadcast_content_update',
      `Send the reply ${message.ts} to the channel first, and change it in a call of its own.`,
    )
}

/** Everything about a message that can change. */
export function toChangeableFields(message: MessageRow) {
  const { text, blocks, attachments, markdown, metadata, streaming_state, edited_at, subtype } = message
  return { text, blocks, attachments, markdown, metadata, streaming_state, edited_at, subtype }
}

/** [MSG-2] An update with `blocks: []` and no text removes the blocks and keeps the text. */
function onlyClearsBlocks({ text, markdown, blocks }: MessageContent): boolean {
  return text === undefined && markdown === undefined && blocks?.length === 0
}

/** [ATT-4] Whether there is more than attachments, without which text and blocks stay. */
function changesWords({ text, markdown, blocks }: MessageContent): boolean {
  return text !== undefined || markdown !== undefined || blocks !== undefined
}

async function toUpdatedContent(db: Db, message: MessageRow, content: MessageContent, typed: boolean) {
  const isNew = changesWords(content)
  const said = isNew
    ? await toStoredContent(
        db,
        message.team_id,
        onlyClearsBlocks(content) ? { ...content, text: message.text } : content,
      )
    : message
  const attachments = toUpdatedAttachments(message, content, said.blocks)
  if (said.blocks.length === 0 && !attachments)
    throw new Refusal('no_text', `Nothing would be left of the message ${message.ts}.`)
  const hasSameWords = !isNew || (said.text === message.text && withoutIds(said.blocks) === withoutIds(message.blocks))
  const same = hasSameWords && withoutIds(attachments) === withoutIds(message.attachments)
  const blocks = hasSameWords ? message.blocks : assignIds(said.blocks, newBlockId)
  const set = {
    ...(isNew ? { text: said.text, blocks, markdown: said.markdown ?? null } : {}),
    attachments: same ? message.attachments : attachments,
    streaming_state: null,
    // [MSG-3] Apps use blocks to show a state, so only new text marks a message as edited.
    ...(hasSameWords || (content.blocks?.length && !typed) ? {} : { edited_at: db.clock.now() }),
  }
  return { set, same }
}

/** [ATT-4, UNF-4] Attachments stay unless others are given. What an app said of a link stays as long as the link does. */
function toUpdatedAttachments(
  { attachments }: MessageRow,
  { attachments: given }: MessageContent,
  blocks: readonly Block[],
): Attachment[] | null {
  const links = new Set(findLinks(blocks))
  const kept = (attachments ?? []).filter(({ is_app_unfurl: isUnfurl, from_url: url = '' }) =>
    isUnfurl ? links.has(url) : given === undefined,
  )
  return given === undefined ? (kept.length > 0 ? kept : null) : toStoredAttachments(given, kept)
}

function withoutIds(parts: readonly object[] | null): string {
  return JSON.stringify(parts, (key, value) => (key === 'block_id' ? undefined : value))
}

/** [MSG-4] Rich text that a person wrote or an app streamed cannot be replaced by blocks without rich text. */
function checkBlockMismatch(message: MessageRow, { blocks }: MessageContent): void {
  const isProtected = message.streaming_state !== null || message.app_id === null
  const wasRichText = message.blocks.some((block) => block.type === 'rich_text')
  if (!isProtected || !wasRichText || !blocks?.length) return
  if (blocks.some((block) => block.type === 'rich_text' || block.type === 'markdown')) return
  throw new Refusal(
    'block_mismatch',
    `The message ${message.ts} is rich text; give text, Markdown, or blocks with a rich_text among them.`,
  )
}
