import type { Block, Chunk } from '@rivulet/blocks/types'
import {
  canExceedMessageLimits,
  type Fault,
  findMessageLimitFaults,
  findUntitledTasks,
  formatFault,
} from '@rivulet/blocks/check'
import { type StreamedReply, taskIdsIn } from '@rivulet/blocks/streamedReply'
import type { Tx } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { maxLength } from '#domain/lengths'
import { checkBlocksSize, jsonLength } from '#domain/messages/content'
import { Refusal } from '#domain/refusal'
import { getSettings, type Settings } from '#domain/settings/settings'
import { contentSize, maxTasks, type StreamContent } from './content.ts'
import { findTaskIds, hasTask } from './deltas.ts'
import type { StreamHead } from './head.ts'
import { readWholeReply } from './read.ts'

/** Appends checked content to an open stream as one delta. The cost depends on the delta, not on the length of the message. */
export function appendDelta(tx: Tx, head: StreamHead, content: StreamContent): MaybePromise<void> {
  return andThen(checkAppend(tx, head, content), (total) => recordDelta(tx, head, content, total))
}

function recordDelta(tx: Tx, head: StreamHead, content: StreamContent, total: number): void {
  const at = tx.clock.now()
  const { stream } = head
  head.append(tx, { chunks: content.chunks, mode: content.mode, total, at })
  tx.work.log({
    team_id: stream.team_id,
    kind: 'delta',
    channel_id: stream.channel_id,
    ts: stream.ts,
    subject: content.mode,
    n: head.position.n,
    total,
    at,
    body: [...content.chunks],
  })
}

/** Checks that the stream can take this content and these last blocks. Returns the length that the message would have. */
export function checkAppend(
  tx: Tx,
  head: StreamHead,
  content: StreamContent | undefined,
  last: readonly Block[] = [],
): MaybePromise<number> {
  const { mode, total: before } = head.position
  if (content && mode !== undefined && mode !== content.mode) throw modeMismatch(mode)
  const chunks = content?.chunks ?? []
  const total = before + contentSize(chunks)
  // [MSG-31] A cheap test: in a shorter stream the blocks cannot be too much.
  const mayHaveManyBlocks = hasBlocks(chunks, last) && total + jsonLength(last) > maxLength.message
  return andThen(getSettings(tx), (settings) => {
    checkLength(settings, before, total)
    return andThen(checkTasks(tx, head, chunks, total), () => checkRest())
  })

  function checkRest(): MaybePromise<number> {
    const depends = mayHaveManyBlocks || dependsOnReply(tx, head, chunks, last)
    return andThen(depends, (needsReply) =>
      needsReply ? checkAgainstReply(tx, head, chunks, last).then(() => total) : total,
    )
  }
}

/** Whether the check needs the whole reply so far. This is rare, because reading it costs as much as the reply is long. */
function dependsOnReply(
  tx: Tx,
  head: StreamHead,
  chunks: readonly Chunk[],
  last: readonly Block[],
): MaybePromise<boolean> {
  if (chunks.some(isUntitledTask) || canExceedMessageLimits(chunks, last)) return true
  if (head.stream.display !== 'plan' || !chunks.some(isTask)) return false
  // The first task begins the plan, and later tasks join it.
  if (head.reply) return !head.reply.parts.some(({ type }) => type === 'task')
  return hasTask(tx, head.stream).then((begun) => !begun)
}

/** [STR-2] A stream uses either text or chunks. */
function modeMismatch(mode: 'text' | 'chunks'): Refusal {
  const [first, other] = mode === 'text' ? ['markdown_text', 'chunks'] : ['chunks', 'markdown_text']
  return new Refusal(
    'streaming_mode_mismatch',
    `This stream was begun with \`${first}\`; it cannot go on with \`${other}\`.`,
  )
}

function checkLength({ stream }: Settings, before: number, total: number): void {
  // The limit may have been lowered since. A message that is longer by now can still end.
  if (total <= stream.maxText || total === before) return
  const detail = `A message holds at most ${stream.maxText} characters: it has ${before}, and ${total - before} would be added.`
  throw new Refusal('msg_too_long', detail)
}

function checkTasks(tx: Tx, head: StreamHead, chunks: readonly Chunk[], total: number): MaybePromise<void> {
  const given = chunks.flatMap((chunk) => (chunk.type === 'task_update' ? [chunk.id] : []))
  // A task has a title, so that there cannot be more tasks than characters.
  if (given.length === 0 || total <= maxTasks) return
  const reply = head.wholeReply
  return andThen(reply ? taskIdsIn(reply) : findTaskIds(tx, head.stream), (ids) => {
    const known = new Set(ids)
    const before = known.size
    for (const id of given) known.add(id)
    if (known.size <= maxTasks || known.size === before) return
    const detail = `A message holds at most ${maxTasks} tasks: it has ${before}, and ${known.size - before} would be added.`
    throw new Refusal('msg_too_long', detail)
  })
}

function hasBlocks(chunks: readonly Chunk[], last: readonly Block[]): boolean {
  return last.length > 0 || chunks.some(({ type }) => type === 'blocks')
}

function blocksIn(parts: readonly (Chunk | StreamedReply['parts'][number])[]): Block[] {
  return parts.flatMap((part) => (part.type === 'blocks' ? part.blocks : []))
}

function isTask(chunk: Chunk): boolean {
  return chunk.type === 'task_update'
}

function isUntitledTask(chunk: Chunk): boolean {
  return chunk.type === 'task_update' && chunk.title === undefined
}

/** Checks what depends on everything that was streamed before. */
async function checkAgainstReply(
  tx: Tx,
  head: StreamHead,
  chunks: readonly Chunk[],
  last: readonly Block[],
): Promise<void> {
  const reply = await readWholeReply(tx, head)
  // [STR-1] The first update of a task needs a title.
  const untitled = toLines(findUntitledTasks(chunks, new Set(taskIdsIn(reply))))
  if (untitled.length > 0)
    throw new Refusal('invalid_arguments', 'The first update of a task needs a title.', { messages: untitled })
  checkBlocksSize(
    [...blocksIn(reply.parts), ...blocksIn(chunks), ...last].reduce((sum, block) => sum + jsonLength(block), 0),
  )
  // [STR-14] The finished message must be one that could be posted.
  const crowding = toLines(findMessageLimitFaults(reply, head.stream.display, chunks, last))
  if (crowding.length > 0) {
    const detail = `The message would hold too much: ${crowding[0]}.`
    throw new Refusal('invalid_blocks', detail, { messages: crowding, errors: crowding })
  }
}

function toLines(faults: readonly Fault[]): string[] {
  return faults.map((fault) => formatFault(fault).replace('[ERROR] ', ''))
}
