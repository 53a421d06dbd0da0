import type { Block, PlanBlock, TaskCardBlock, TaskStatus, UrlSource } from '#block'
import type { Chunk, TaskUpdateChunk } from '#chunk'
import { withBlockIds } from '#blockIds'
import { MarkdownStream, richTextFromMarkdown } from '#markdown'

/** What a stream has said so far, in the order in which it came. */
export interface Reply {
  readonly parts: readonly ReplyPart[]
  readonly planTitle?: string | undefined
}

export type ReplyPart = TextPart | TaskPart | BlocksPart
export type TextPart = { readonly type: 'text'; readonly text: string }
export type BlocksPart = { readonly type: 'blocks'; readonly blocks: readonly Block[] }
export type TaskPart = {
  readonly type: 'task'
  readonly id: string
  readonly title: string
  readonly status: TaskStatus
  readonly details?: string | undefined
  readonly output?: string | undefined
  readonly sources?: readonly UrlSource[] | undefined
}

export type ReplyView = {
  display: 'timeline' | 'plan'
  /** True while more may come: the end of the text is healed for display. */
  open: boolean
  blockId?: (() => string) | undefined
}

export function emptyReply(): Reply {
  return { parts: [] }
}

/** The reply with the chunks added; the parts they do not touch stay the same objects. */
export function withChunks(reply: Reply, chunks: readonly Chunk[]): Reply {
  return chunks.reduce(withChunk, reply)
}

/** All text that was streamed, joined: the stored Markdown source. */
export function markdownOf(reply: Reply): string {
  return reply.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .toWellFormed()
}

export function taskIds(reply: Reply): string[] {
  return reply.parts.flatMap((part) => (part.type === 'task' ? [part.id] : []))
}

/** What people see of the reply: text as Markdown, tasks as cards or as one plan, given blocks as they are. */
export function blocksOf(reply: Reply, view: ReplyView): Block[] {
  const parts = partsShown(reply, view.display)
  const last = parts.length - 1
  const blocks = parts.flatMap((part, i): readonly Block[] => {
    if (part.type === 'blocks') return part.blocks
    if (part.type === 'text') return streamOf(part).blocks(view.open && i === last)
    return [view.display === 'timeline' ? cardOf(part) : planOf(reply)]
  })
  return view.blockId ? withBlockIds(blocks, view.blockId) : blocks
}

/** The parts as they stand. One plan stands where the first task came, and text goes on across the tasks after it. */
export function partsShown({ parts }: Reply, display: ReplyView['display']): readonly ReplyPart[] {
  if (display === 'timeline') return parts
  const shown: ReplyPart[] = []
  let planned = false
  for (const part of parts) {
    const before = shown.at(-1)
    if (part.type === 'task' && planned) continue
    if (part.type === 'task') planned = true
    if (part.type === 'text' && before?.type === 'text') shown[shown.length - 1] = continued(before, part.text)
    else shown.push(part)
  }
  return shown
}

// What was parsed of a text goes with its newest part, so that a delta costs no more than the open end.
const streams = new WeakMap<TextPart, MarkdownStream>()

function streamOf(part: TextPart): MarkdownStream {
  const known = streams.get(part)
  if (known) return known
  const stream = new MarkdownStream()
  stream.push(part.text)
  streams.set(part, stream)
  return stream
}

/** A text with more at its end. */
function grown(text: TextPart, more: string): TextPart {
  const next: TextPart = { type: 'text', text: text.text + more }
  const stream = streams.get(text)
  if (stream) {
    streams.delete(text)
    stream.push(more)
    streams.set(next, stream)
  }
  return next
}

const continuations = new WeakMap<TextPart, TextPart>()

/** The same, where both stay parts of their own: what was joined before is gone on with. */
function continued(first: TextPart, more: string): TextPart {
  const text = first.text + more
  const known = continuations.get(first)
  if (known?.text === text) return known
  const next = known && text.startsWith(known.text) ? grown(known, text.slice(known.text.length)) : { ...first, text }
  continuations.set(first, next)
  return next
}

function withChunk(reply: Reply, chunk: Chunk): Reply {
  switch (chunk.type) {
    case 'markdown_text':
      return chunk.text === '' ? reply : withText(reply, chunk.text)
    case 'task_update':
      return withTask(reply, chunk)
    case 'plan_update':
      return { ...reply, planTitle: chunk.title }
    case 'blocks':
      return chunk.blocks.length === 0
        ? reply
        : { ...reply, parts: [...reply.parts, { type: 'blocks', blocks: chunk.blocks }] }
  }
}

function withText(reply: Reply, text: string): Reply {
  const last = reply.parts.at(-1)
  if (last?.type !== 'text') return { ...reply, parts: [...reply.parts, { type: 'text', text }] }
  return { ...reply, parts: reply.parts.with(-1, grown(last, text)) }
}

function withTask(reply: Reply, chunk: TaskUpdateChunk): Reply {
  const at = reply.parts.findIndex((part) => part.type === 'task' && part.id === chunk.id)
  const known = reply.parts[at]
  const task = known?.type === 'task' ? known : undefined
  const details = appended(task?.details, chunk.details)
  const output = appended(task?.output, chunk.output)
  const sources = joined(task?.sources, chunk.sources)
  const next: TaskPart = {
    type: 'task',
    id: chunk.id,
    title: chunk.title ?? task?.title ?? '',
    status: chunk.status,
    ...(details === undefined ? {} : { details }),
    ...(output === undefined ? {} : { output }),
    ...(sources === undefined ? {} : { sources }),
  }
  return { ...reply, parts: task ? reply.parts.with(at, next) : [...reply.parts, next] }
}

function appended(known: string | undefined, more: string | undefined): string | undefined {
  return more === undefined ? known : (known ?? '') + more
}

function joined(known: readonly UrlSource[] | undefined, more: readonly UrlSource[] | undefined) {
  if (more === undefined) return known
  const sources = new Map((known ?? []).map((source) => [source.url, source]))
  for (const source of more) if (!sources.has(source.url)) sources.set(source.url, source)
  return [...sources.values()]
}

function planOf(reply: Reply): PlanBlock {
  const tasks = reply.parts.flatMap((part) => (part.type === 'task' ? [cardOf(part)] : []))
  return { type: 'plan', title: reply.planTitle || 'Plan', tasks }
}

/** A block's source has words: without any it is called by its address. */
function named(source: UrlSource): UrlSource {
  return source.text === '' ? { ...source, text: source.url } : source
}

const cards = new WeakMap<TaskPart, TaskCardBlock>()

function cardOf(task: TaskPart): TaskCardBlock {
  const known = cards.get(task)
  if (known) return known
  const blockId = `task-${task.id}`
  const card: TaskCardBlock = {
    type: 'task_card',
    ...(blockId.length <= 255 ? { block_id: blockId } : {}),
    task_id: task.id,
    title: task.title,
    status: task.status,
    ...(task.details ? { details: richTextFromMarkdown(task.details) } : {}),
    ...(task.output ? { output: richTextFromMarkdown(task.output) } : {}),
    ...(task.sources?.length ? { sources: task.sources.map(named) } : {}),
  }
  cards.set(task, card)
  return card
}
