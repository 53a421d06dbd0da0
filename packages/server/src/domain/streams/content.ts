import { countCodePoints } from '@rivulet/blocks/codePoints'
import type { Chunk } from '@rivulet/blocks/types'
import { maxLength } from '#domain/lengths'
import { Refusal } from '#domain/refusal'
import type { StreamMode } from './head.ts'

/** [STR-3] How many tasks a stream may have. */
export const maxTasks = 500

/** What one call adds to a stream. */
export interface StreamContent {
  mode: StreamMode
  chunks: readonly Chunk[]
}

/** [ORD 17, STR-2, STR-3] Refuses content that is empty, or has too much Markdown for one call. */
export function checkStreamContent(content: StreamContent): void {
  if (isEmptyContent(content))
    throw new Refusal('no_text', 'The content that was given is empty; leave it out, or say something.')
  const size = markdownSize(content.chunks)
  if (size > maxLength.markdown) {
    throw new Refusal(
      'msg_too_long',
      `The Markdown of one call is at most ${maxLength.markdown} characters; these are ${size}.`,
    )
  }
}

/** Whether there is no content at all. In `chunks` mode a chunk with empty text counts as content. */
export function isEmptyContent(content: StreamContent): boolean {
  if (content.mode === 'chunks') return content.chunks.length === 0
  return content.chunks.every((chunk) => chunk.type === 'markdown_text' && chunk.text === '')
}

function markdownSize(chunks: readonly Chunk[]): number {
  let size = 0
  for (const chunk of chunks) if (chunk.type === 'markdown_text') size += countCodePoints(chunk.text)
  return size
}

/** The size that counts against the limit of a message: everything people can read. */
export function contentSize(chunks: readonly Chunk[]): number {
  let size = 0
  for (const chunk of chunks) {
    if (chunk.type === 'markdown_text') size += countCodePoints(chunk.text)
    else if (chunk.type === 'blocks') size += JSON.stringify(chunk.blocks).length
    else if (chunk.type === 'task_update') {
      size += countCodePoints((chunk.title ?? '') + (chunk.details ?? '') + (chunk.output ?? ''))
      for (const source of chunk.sources ?? []) size += countCodePoints(source.text + source.url)
    } else size += countCodePoints(chunk.title)
  }
  return size
}
