import type { Block } from '@rivulet/blocks/block'
import { type Fault, faultLine, untitledTasks } from '@rivulet/blocks/check'
import type { Chunk } from '@rivulet/blocks/chunk'
import { taskIds } from '@rivulet/blocks/reply'
import { canCrowd, crowdingFaults } from '@rivulet/blocks/together'
import type { Tx } from '#store/db'
import { soon, type Soon } from '#store/maybePromise'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import { type Settings, settingsOf } from '#domain/settings/settings'
import { type Content, sizeOf } from './content.ts'
import { hasTask, type Head } from './head.ts'
import { wholeReply } from './read.ts'

/** Adds a delta, content that was checked, to an open stream. Its cost is that of the delta, not of the message. */
export function grow(tx: Tx, head: Head, content: Content): Soon<void> {
  return soon(checkGrowth(tx, head, content), (total) => add(tx, head, content, total))
}

function add(tx: Tx, head: Head, content: Content, total: number): void {
  const at = now()
  const { stream } = head
  head.add(tx, { chunks: content.chunks, mode: content.mode, total, at })
  tx.work.log({
    team_id: stream.team_id,
    kind: 'delta',
    channel_id: stream.channel_id,
    ts: stream.ts,
    subject: content.mode,
    n: head.standing.n,
    total,
    at,
    body: [...content.chunks],
  })
}

/** Whether the stream can take this, and the last blocks below it; answers how long it would be. */
export function checkGrowth(
  tx: Tx,
  head: Head,
  content: Content | undefined,
  last: readonly Block[] = [],
): Soon<number> {
  const { mode, total: before } = head.standing
  if (content && mode !== undefined && mode !== content.mode) throw otherMode(mode)
  const chunks = content?.chunks ?? []
  const total = before + sizeOf(chunks)
  return soon(settingsOf(tx), (settings) => {
    checkTotal(settings, before, total)
    return soon(looksBack(tx, head, chunks, last), (looks) =>
      looks ? checkBeside(tx, head, chunks, last).then(() => total) : total,
    )
  })
}

/** Whether this may be wrong beside what was streamed before. Seldom: that costs as much as there is of it. */
function looksBack(tx: Tx, head: Head, chunks: readonly Chunk[], last: readonly Block[]): Soon<boolean> {
  if (chunks.some(isUntitledTask) || canCrowd(chunks, last)) return true
  if (head.stream.display !== 'plan' || !chunks.some(isTask)) return false
  // The first task begins the plan; those that follow it are drawn there.
  if (head.reply) return !head.reply.parts.some(({ type }) => type === 'task')
  return hasTask(tx, head.stream).then((begun) => !begun)
}

/** [STR-2] */
function otherMode(mode: 'text' | 'chunks'): Refusal {
  const [first, other] = mode === 'text' ? ['markdown_text', 'chunks'] : ['chunks', 'markdown_text']
  return new Refusal(
    'streaming_mode_mismatch',
    `This stream was begun with \`${first}\`; it cannot go on with \`${other}\`.`,
  )
}

function checkTotal({ stream }: Settings, before: number, total: number): void {
  // What is there already may be longer than what is allowed by now: it can end.
  if (total <= stream.maxText || total === before) return
  const detail = `A message holds at most ${stream.maxText} characters: it has ${before}, and ${total - before} would be added.`
  throw new Refusal('msg_too_long', detail)
}

function isTask(chunk: Chunk): boolean {
  return chunk.type === 'task_update'
}

function isUntitledTask(chunk: Chunk): boolean {
  return chunk.type === 'task_update' && chunk.title === undefined
}

/** What depends on all that was streamed before. */
async function checkBeside(tx: Tx, head: Head, chunks: readonly Chunk[], last: readonly Block[]): Promise<void> {
  const reply = await wholeReply(tx, head)
  // [STR-1] The first update of a task names it.
  const untitled = linesOf(untitledTasks(chunks, new Set(taskIds(reply))))
  if (untitled.length > 0)
    throw new Refusal('invalid_arguments', 'The first update of a task needs a title.', { messages: untitled })
  // [STR-14] The finished message is one that could be posted.
  const crowding = linesOf(crowdingFaults(reply, head.stream.display, chunks, last))
  if (crowding.length > 0) {
    const detail = `The message would hold too much: ${crowding[0]}.`
    throw new Refusal('invalid_blocks', detail, { messages: crowding, errors: crowding })
  }
}

function linesOf(faults: readonly Fault[]): string[] {
  return faults.map((fault) => faultLine(fault).replace('[ERROR] ', ''))
}
