import { faultLine, untitledTasks } from '@rivulet/blocks/check'
import type { Chunk } from '@rivulet/blocks/chunk'
import { taskIds } from '@rivulet/blocks/reply'
import type { Tx } from '#store/db'
import { soon, type Soon } from '#store/soon'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import { type Settings, settingsOf } from '#domain/settings'
import { type Content, sizeOf } from './content.ts'
import type { Head } from './head.ts'
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

/** Whether the stream can take this; answers how long it would be. */
export function checkGrowth(tx: Tx, head: Head, content: Content): Soon<number> {
  const { mode, total: before } = head.standing
  if (mode !== undefined && mode !== content.mode) throw otherMode(mode)
  const total = before + sizeOf(content.chunks)
  return soon(settingsOf(tx), (settings) => {
    checkTotal(settings, before, total)
    if (!content.chunks.some(isUntitledTask)) return total
    return checkTasks(tx, head, content).then(() => total)
  })
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
  if (total <= stream.maxText) return
  const detail = `A message holds at most ${stream.maxText} characters: it has ${before}, and ${total - before} would be added.`
  throw new Refusal('msg_too_long', detail)
}

function isUntitledTask(chunk: Chunk): boolean {
  return chunk.type === 'task_update' && chunk.title === undefined
}

/** [STR-1] The first update of a task names it. */
async function checkTasks(tx: Tx, head: Head, { chunks }: Content): Promise<void> {
  const known = new Set(taskIds(await wholeReply(tx, head)))
  const faults = untitledTasks(chunks, known)
  if (faults.length === 0) return
  const messages = faults.map((fault) => faultLine(fault).replace('[ERROR] ', ''))
  throw new Refusal('invalid_arguments', 'The first update of a task needs a title.', { messages })
}
