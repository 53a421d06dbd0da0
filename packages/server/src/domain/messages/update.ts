import type { Block } from '@rivulet/blocks/block'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Tx } from '#store/db'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { MessageRow } from './find.ts'
import { asSaid, checkWritten, type Written } from './content.ts'

export interface Change {
  /** Undefined: what the message says stays as it is. */
  written: Written | undefined
  /** Undefined: it stays. Empty: it goes. */
  metadata: object | undefined
  /** Whether a reply stands in the channel too, from now on. */
  broadcast?: boolean
}

/** [ORD 17] There has to be something to change, and words are never changed into none. */
export function checkChange({ written, metadata, broadcast = false }: Change): void {
  if (!written && !metadata && !broadcast)
    throw new Refusal('no_text', 'Give `text`, `markdown_text`, `blocks` or `metadata`.')
  if (written && !onlyBlocksAway(written)) checkWritten(written)
}

/** [MSG-2, MSG-3, MSG-8] Writes a message anew. What was a stream is a message like any other from then on. */
export async function updateMessage(
  tx: Tx,
  message: MessageRow,
  { written, metadata, broadcast = false }: Change,
): Promise<MessageRow> {
  if (message.notice)
    throw new Refusal('cant_update_message', `The message ${message.ts} tells what became of the channel.`)
  if (written) checkMismatch(message, written)
  const said = written && saidAnew(message, written)
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
    entry('message', teamId, { channelId, ts, subject, change: { type: 'changed', before: saidBy(message) } }),
  )
  return updated
}

/** [MSG-8] Only a reply can stand in the channel too; one that does not yet is not written anew in the same call. */
function checkBroadcast(message: MessageRow, changes: boolean): void {
  if (message.thread_ts === null)
    throw new Refusal('cant_broadcast_message', `The message ${message.ts} stands in the channel; it is no reply.`)
  if (changes && message.subtype !== 'thread_broadcast')
    throw new Refusal(
      'no_dual_broadcast_content_update',
      `Send the reply ${message.ts} to the channel first, and change it in a call of its own.`,
    )
}

/** All of a message that can change. */
function saidBy({ text, blocks, markdown, metadata, streaming_state, edited_at, subtype }: MessageRow) {
  return { text, blocks, markdown, metadata, streaming_state, edited_at, subtype }
}

/** [MSG-2] `blocks: []` and nothing else. */
function onlyBlocksAway({ text, markdown, blocks }: Written): boolean {
  return text === undefined && markdown === undefined && blocks?.length === 0
}

function saidAnew(message: MessageRow, written: Written) {
  const said = asSaid(onlyBlocksAway(written) ? { ...written, text: message.text } : written)
  if (said.blocks.length === 0) throw new Refusal('no_text', `Nothing would be left of the message ${message.ts}.`)
  const same = said.text === message.text && withoutIds(said.blocks) === withoutIds(message.blocks)
  const set = {
    text: said.text,
    blocks: same ? message.blocks : withBlockIds(said.blocks, newBlockId),
    markdown: said.markdown ?? null,
    streaming_state: null,
    // [MSG-3] Blocks are how an app shows a state: only new words are marked.
    ...(same || written.blocks?.length ? {} : { edited_at: now() }),
  }
  return { set, same }
}

function withoutIds(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value) => (key === 'block_id' ? undefined : value))
}

/** [MSG-4] Words that somebody wrote or streamed as rich text are not replaced by blocks without any. */
function checkMismatch(message: MessageRow, { blocks }: Written): void {
  const theirs = message.streaming_state !== null || message.app_id === null
  const before = message.blocks.some((block) => block.type === 'rich_text')
  if (!theirs || !before || !blocks?.length) return
  if (blocks.some((block) => block.type === 'rich_text' || block.type === 'markdown')) return
  throw new Refusal(
    'block_mismatch',
    `The message ${message.ts} is rich text; give text, Markdown, or blocks with a rich_text among them.`,
  )
}
