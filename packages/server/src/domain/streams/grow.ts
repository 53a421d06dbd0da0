import { faultLine, untitledTasks } from '@rivulet/blocks/check'
import type { Tx } from '#store/db'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings'
import { type Content, sizeOf } from './content.ts'
import { type Head, rememberHead, tasksOf } from './head.ts'

/** Adds a delta, content that was checked, to an open stream. Its cost is that of the delta, not of the message. */
export async function grow(tx: Tx, head: Head, content: Content): Promise<void> {
  const total = await checkGrowth(tx, head, content)
  // Remembered before it is changed: if this is undone the head is read anew.
  rememberHead(tx, head)
  head.mode = content.mode
  head.n += 1
  head.total = total
  head.lastAt = now()
  tx.work.log({
    team_id: head.stream.team_id,
    kind: 'delta',
    channel_id: head.stream.channel_id,
    ts: head.stream.ts,
    subject: content.mode,
    n: head.n,
    total,
    at: head.lastAt,
    body: [...content.chunks],
  })
}

/** Whether the stream can take this; answers how long it would be. */
export async function checkGrowth(tx: Tx, head: Head, content: Content): Promise<number> {
  if (head.mode !== undefined && head.mode !== content.mode) throw otherMode(head.mode)
  const total = head.total + sizeOf(content.chunks)
  await checkTotal(tx, head, total)
  await checkTasks(tx, head, content)
  return total
}

/** [STR-2] */
function otherMode(mode: 'text' | 'chunks'): Refusal {
  const [first, other] = mode === 'text' ? ['markdown_text', 'chunks'] : ['chunks', 'markdown_text']
  return new Refusal(
    'streaming_mode_mismatch',
    `This stream was begun with \`${first}\`; it cannot go on with \`${other}\`.`,
  )
}

async function checkTotal(tx: Tx, head: Head, total: number): Promise<void> {
  const { stream } = await settingsOf(tx)
  if (total <= stream.maxText) return
  const detail = `A message holds at most ${stream.maxText} characters: it has ${head.total}, and ${total - head.total} would be added.`
  throw new Refusal('msg_too_long', detail)
}

/** [STR-1] The first update of a task names it. */
async function checkTasks(tx: Tx, head: Head, { chunks }: Content): Promise<void> {
  if (!chunks.some((chunk) => chunk.type === 'task_update')) return
  const titled = chunks.every((chunk) => chunk.type !== 'task_update' || chunk.title !== undefined)
  if (!titled) {
    const faults = untitledTasks(chunks, await tasksOf(tx, head))
    if (faults.length > 0) {
      const messages = faults.map((fault) => faultLine(fault).replace('[ERROR] ', ''))
      throw new Refusal('invalid_arguments', 'The first update of a task needs a title.', { messages })
    }
  }
  for (const chunk of chunks) if (chunk.type === 'task_update') head.tasks?.add(chunk.id)
}
