import type { Block, PlanBlock, TaskCardBlock, TaskStatus, UrlSource } from './types.ts'
import type { Chunk, TaskUpdateChunk } from './types.ts'
import { assignIds } from './elements.ts'
import { MarkdownStream, richTextFromMarkdown } from './markdown.ts'

/** What an app has streamed so far, in the order in which it came. Never changed: `appendChunks` returns a new reply. */
export interface StreamedReply {
  readonly parts: readonly StreamedReplyPart[]
  /** The title of the plan that holds the tasks, if `plan_update` gave one. */
  readonly planTitle?: string | undefined
}

/** A part of a reply: text, a task or blocks. */
export type StreamedReplyPart = TextPart | TaskPart | BlocksPart
/** Markdown source, joined from chunks that came one after another. */
export type TextPart = { readonly type: 'text'; readonly text: string }
/** Blocks of one chunk. */
export type BlocksPart = { readonly type: 'blocks'; readonly blocks: readonly Block[] }
/** A task with all of its updates applied. */
export type TaskPart = {
  readonly type: 'task'
  readonly id: string
  readonly title: string
  readonly status: TaskStatus
  readonly details?: string | undefined
  readonly output?: string | undefined
  readonly sources?: readonly UrlSource[] | undefined
}

/** How `blocksFromReply` shows a reply. */
export type ReplyOptions = {
  /** `timeline` shows each task as a card where it came; `plan` shows all tasks in one plan where the first came. */
  display: 'timeline' | 'plan'
  /** True while more may come: half-written Markdown at the end is completed or held back. */
  open: boolean
  /** Makes ids for blocks that have none. Pass it when the message is stored, not while it grows. */
  blockId?: (() => string) | undefined
}

/** A reply without parts. */
export function emptyReply(): StreamedReply {
  return { parts: [] }
}

/** The reply with the chunks appended. Parts that no chunk changes stay the same objects. */
export function appendChunks(reply: StreamedReply, chunks: readonly Chunk[]): StreamedReply {
  return chunks.reduce(appendChunk, reply)
}

/** All text of the reply as one Markdown source, with lone surrogates replaced. */
export function markdownFromReply(reply: StreamedReply): string {
  return reply.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .toWellFormed()
}

/** The ids of the reply's tasks, in the order in which they came. */
export function taskIdsIn(reply: StreamedReply): string[] {
  return reply.parts.flatMap((part) => (part.type === 'task' ? [part.id] : []))
}

/** The blocks that show a reply: text converted from Markdown, tasks as cards or one plan, blocks as they came. */
export function blocksFromReply(reply: StreamedReply, view: ReplyOptions): Block[] {
  const parts = displayedParts(reply, view.display)
  const last = parts.length - 1
  const blocks = parts.flatMap((part, i): readonly Block[] => {
    if (part.type === 'blocks') return part.blocks
    if (part.type === 'text') return streamOf(part).blocks(view.open && i === last)
    return [view.display === 'timeline' ? cardOf(part) : planOf(reply)]
  })
  return view.blockId ? assignIds(blocks, view.blockId) : blocks
}

/**
 * Returns the parts as they are displayed. In a plan, only the first task remains, and the plan is shown in its place.
 * Text before and after a later task is then one part.
 */
export function displayedParts(
  { parts }: StreamedReply,
  display: ReplyOptions['display'],
): readonly StreamedReplyPart[] {
  if (display === 'timeline') return parts
  const shown: StreamedReplyPart[] = []
  let hasPlan = false
  for (const part of parts) {
    const before = shown.at(-1)
    if (part.type === 'task' && hasPlan) continue
    if (part.type === 'task') hasPlan = true
    if (part.type === 'text' && before?.type === 'text') shown[shown.length - 1] = joinText(before, part.text)
    else shown.push(part)
  }
  return shown
}

// The parser state of a text belongs to its newest part, so that a delta costs no more than the open end.
const streams = new WeakMap<TextPart, MarkdownStream>()

function streamOf(part: TextPart): MarkdownStream {
  const known = streams.get(part)
  if (known) return known
  const stream = new MarkdownStream()
  stream.push(part.text)
  streams.set(part, stream)
  return stream
}

/** A text part with more text at its end. Takes over the parser state. */
function extendText(text: TextPart, more: string): TextPart {
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

/** Joins two texts for display; in the reply they stay two parts. Extends what was joined before. */
function joinText(first: TextPart, more: string): TextPart {
  const text = first.text + more
  const known = continuations.get(first)
  if (known?.text === text) return known
  const next =
    known && text.startsWith(known.text) ? extendText(known, text.slice(known.text.length)) : { ...first, text }
  continuations.set(first, next)
  return next
}

function appendChunk(reply: StreamedReply, chunk: Chunk): StreamedReply {
  switch (chunk.type) {
    case 'markdown_text':
      return chunk.text === '' ? reply : appendText(reply, chunk.text)
    case 'task_update':
      return updateTask(reply, chunk)
    case 'plan_update':
      return { ...reply, planTitle: chunk.title }
    case 'blocks':
      return chunk.blocks.length === 0
        ? reply
        : { ...reply, parts: [...reply.parts, { type: 'blocks', blocks: chunk.blocks }] }
  }
}

function appendText(reply: StreamedReply, text: string): StreamedReply {
  const last = reply.parts.at(-1)
  if (last?.type !== 'text') return { ...reply, parts: [...reply.parts, { type: 'text', text }] }
  return { ...reply, parts: reply.parts.with(-1, extendText(last, text)) }
}

function updateTask(reply: StreamedReply, chunk: TaskUpdateChunk): StreamedReply {
  const at = reply.parts.findIndex((part) => part.type === 'task' && part.id === chunk.id)
  const known = reply.parts[at]
  const task = known?.type === 'task' ? known : undefined
  const details = appendOptional(task?.details, chunk.details)
  const output = appendOptional(task?.output, chunk.output)
  const sources = mergeSources(task?.sources, chunk.sources)
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

function appendOptional(known: string | undefined, more: string | undefined): string | undefined {
  return more === undefined ? known : (known ?? '') + more
}

function mergeSources(known: readonly UrlSource[] | undefined, more: readonly UrlSource[] | undefined) {
  if (more === undefined) return known
  const sources = new Map((known ?? []).map((source) => [source.url, source]))
  for (const source of more) if (!sources.has(source.url)) sources.set(source.url, source)
  return [...sources.values()]
}

function planOf(reply: StreamedReply): PlanBlock {
  const tasks = reply.parts.flatMap((part) => (part.type === 'task' ? [cardOf(part)] : []))
  return { type: 'plan', title: reply.planTitle || 'Plan', tasks }
}

/** Makes the address the text of a source without one, because a source in a block needs a text. */
function withSourceText(source: UrlSource): UrlSource {
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
    ...(task.sources?.length ? { sources: task.sources.map(withSourceText) } : {}),
  }
  cards.set(task, card)
  return card
}
