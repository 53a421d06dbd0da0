import type { Chunk } from '@rivulet/blocks/chunk'
import { Refusal } from '#domain/refusal'
import type { Content } from '#domain/streams/content'

/** [STR-2] What a call gives to stream. Undefined: nothing was given. */
export function contentOf(args: {
  markdown_text?: string | undefined
  chunks?: Chunk[] | undefined
}): Content | undefined {
  const { markdown_text: text, chunks } = args
  if (text !== undefined && chunks !== undefined) {
    throw new Refusal(
      'cannot_provide_both_markdown_text_and_chunks',
      'Give `markdown_text` or `chunks`, not both in one call.',
    )
  }
  if (chunks !== undefined) return { mode: 'chunks', chunks }
  return text === undefined ? undefined : { mode: 'text', chunks: [{ type: 'markdown_text', text }] }
}
