import type { Block } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import type { Tx } from '#store/db'
import { newBlockId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { MessageRow } from './find.ts'
import { toStoredContent, checkMessageContent, type MessageContent } from './content.ts'

export interface MessageUpdate {
  /** Undefined leaves the content as it is. */
  content: MessageContent | undefined
  /** Undefined leaves it as it is, an empty object removes it. */
  metadata: object | undefined
  /** Whether a reply is shown in the channel too from now on. */
  broadcast?: boolean
}

/** [ORD 17] Refuses an update that changes nothing, or whose content is empty or too long. */
export function checkUpdate({ content, metadata, broadcast = false }: MessageUpdate): void {
  if (!content && !metadata && !broadcast)
    throw new Refusal('no_text', 'Give `text`, `markdown_text`, `blocks` or `metadata`.')
  if (content && !onlyClearsBlocks(content)) checkMessageContent(content)
}

/** [MSG-2, MSG-3, MSG-8] Updates a message. One that was streamed is like any other from then on. */
export async function updateMessage(
  tx: Tx,
  message: MessageRow,
  { content, metadata, broadcast = false }: MessageUpdate,
): Promise<MessageRow> {
  if (message.notice) throw new Refusal('cant_update_message', `The message ${message.ts} is a system message.`)
  if (content) checkBlockMismatch(message, content)
  const said = content && toUpdatedContent(message, content, tx.clock.now())
  if (broadcast) checkBroadcast(message, said?.same === false || metadata !== undefined)
  const updated = await tx
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
    .returningAll()
    .executeTakeFirstOrThrow()
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
function toChangeableFields({ text, blocks, markdown, metadata, streaming_state, edited_at, subtype }: MessageRow) {
  return { text, blocks, markdown, metadata, streaming_state, edited_at, subtype }
}

/** [MSG-2] An update with `blocks: []` and no text removes the blocks and keeps the text. */
function onlyClearsBlocks({ text, markdown, blocks }: MessageContent): boolean {
  return text === undefined && markdown === undefined && blocks?.length === 0
}

function toUpdatedContent(message: MessageRow, content: MessageContent, now: number) {
  const said = toStoredContent(onlyClearsBlocks(content) ? { ...content, text: message.text } : content)
  if (said.blocks.length === 0) throw new Refusal('no_text', `Nothing would be left of the message ${message.ts}.`)
  const same = said.text === message.text && withoutIds(said.blocks) === withoutIds(message.blocks)
  const set = {
    text: said.text,
    blocks: same ? message.blocks : assignIds(said.blocks, newBlockId),
    markdown: said.markdown ?? null,
    streaming_state: null,
    // [MSG-3] Apps use blocks to show a state, so only new text marks a message as edited.
    ...(same || content.blocks?.length ? {} : { edited_at: now }),
  }
  return { set, same }
}

function withoutIds(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value) => (key === 'block_id' ? undefined : value))
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
