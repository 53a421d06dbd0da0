import { codePoints } from '@rivulet/blocks/codePoints'
import type { Chunk } from '@rivulet/blocks/chunk'
import { Refusal } from '#domain/refusal'
import type { Mode } from './head.ts'

/** What one call adds to a stream. */
export interface Content {
  mode: Mode
  chunks: readonly Chunk[]
}

const perCall = 12_000

/** [ORD 17, STR-2, STR-3] */
export function checkContent(content: Content): void {
  if (isEmpty(content))
    throw new Refusal('no_text', 'The content that was given is empty; leave it out, or say something.')
  const size = markdownSize(content.chunks)
  if (size > perCall) {
    throw new Refusal('msg_too_long', `The Markdown of one call is at most ${perCall} characters; these are ${size}.`)
  }
}

/** Empty as a whole. A text chunk with empty text is content, though it changes nothing. */
export function isEmpty(content: Content): boolean {
  if (content.mode === 'chunks') return content.chunks.length === 0
  return content.chunks.every((chunk) => chunk.type === 'markdown_text' && chunk.text === '')
}

function markdownSize(chunks: readonly Chunk[]): number {
  let size = 0
  for (const chunk of chunks) if (chunk.type === 'markdown_text') size += codePoints(chunk.text)
  return size
}

/** All that counts against the size of a message: what people can read. */
export function sizeOf(chunks: readonly Chunk[]): number {
  let size = 0
  for (const chunk of chunks) {
    if (chunk.type === 'markdown_text') size += codePoints(chunk.text)
    else if (chunk.type === 'blocks') size += JSON.stringify(chunk.blocks).length
    else if (chunk.type === 'task_update') {
      size += codePoints((chunk.title ?? '') + (chunk.details ?? '') + (chunk.output ?? ''))
      for (const source of chunk.sources ?? []) size += codePoints(source.text + source.url)
    } else size += codePoints(chunk.title)
  }
  return size
}
