import type { Block, TaskStatus, UrlSource } from './types.ts'
import type { Chunk, TaskUpdateChunk } from './types.ts'
import { extendText, joinText, type TextPart } from '#markdown/stream/textPart'

/** What an app has streamed so far, in the order in which it came. Never changed: `appendChunks` returns a new reply. */
export interface StreamedReply {
  readonly parts: readonly StreamedReplyPart[]
  /** The title of the plan that holds the tasks, if `plan_update` gave one. */
  readonly planTitle?: string | undefined
}

/** A part of a reply: text, a task or blocks. */
export type StreamedReplyPart = TextPart | TaskPart | BlocksPart
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

/** `timeline` shows each task as a card where it came; `plan` shows all tasks in one plan where the first came. */
export type ReplyDisplay = 'timeline' | 'plan'

/** A reply without parts. */
export function emptyReply(): StreamedReply {
  return { parts: [] }
}

/** The reply with the chunks appended. Parts that no chunk changes stay the same objects. */
export function appendChunks(reply: StreamedReply, chunks: readonly Chunk[]): StreamedReply {
  const given = chunks.filter((chunk) => !isEmpty(chunk))
  if (given.length === 0) return reply
  const draft: Draft = { ...reply, parts: [...reply.parts], tasks: undefined }
  for (const chunk of given) appendChunk(draft, chunk)
  const { parts, planTitle } = draft
  return planTitle === undefined ? { parts } : { parts, planTitle }
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

/**
 * Returns the parts as they are displayed. In a plan, only the first task remains, and the plan is shown in its place.
 * Text before and after a later task is then one part.
 */
export function displayedParts({ parts }: StreamedReply, display: ReplyDisplay): readonly StreamedReplyPart[] {
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

/** The copy of a reply that takes the chunks of one call. */
interface Draft {
  parts: StreamedReplyPart[]
  planTitle?: string | undefined
  /** Where each task is among the parts, once a chunk needs to know. */
  tasks: Map<string, number> | undefined
}

function isEmpty(chunk: Chunk): boolean {
  return chunk.type === 'markdown_text' ? chunk.text === '' : chunk.type === 'blocks' && chunk.blocks.length === 0
}

function appendChunk(draft: Draft, chunk: Chunk): void {
  switch (chunk.type) {
    case 'markdown_text':
      appendText(draft, chunk.text)
      break
    case 'task_update':
      updateTask(draft, chunk)
      break
    case 'plan_update':
      draft.planTitle = chunk.title
      break
    case 'blocks':
      draft.parts.push({ type: 'blocks', blocks: chunk.blocks })
  }
}

function appendText({ parts }: Draft, text: string): void {
  const last = parts.at(-1)
  if (last?.type === 'text') parts[parts.length - 1] = extendText(last, text)
  else parts.push({ type: 'text', text })
}

function updateTask(draft: Draft, chunk: TaskUpdateChunk): void {
  const { parts } = draft
  draft.tasks ??= new Map(parts.flatMap((part, i) => (part.type === 'task' ? [[part.id, i]] : [])))
  const at = draft.tasks.get(chunk.id) ?? parts.length
  const known = parts[at]
  const task = known?.type === 'task' ? known : undefined
  const details = appendOptional(task?.details, chunk.details)
  const output = appendOptional(task?.output, chunk.output)
  const sources = mergeSources(task?.sources, chunk.sources)
  parts[at] = {
    type: 'task',
    id: chunk.id,
    title: chunk.title ?? task?.title ?? '',
    status: chunk.status,
    ...(details === undefined ? {} : { details }),
    ...(output === undefined ? {} : { output }),
    ...(sources === undefined ? {} : { sources }),
  }
  draft.tasks.set(chunk.id, at)
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
