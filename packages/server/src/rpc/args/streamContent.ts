import type { Chunk } from '@rivulet/blocks/types'
import { Refusal } from '#domain/refusal'
import type { StreamContent } from '#domain/streams/content'

/** [STR-2] The content that a call adds to a stream; undefined without any. Refused if there are both kinds. */
export function streamContentFrom(args: {
  markdown_text?: string | undefined
  chunks?: Chunk[] | undefined
}): StreamContent | undefined {
  const { markdown_text: text, chunks } = args
  if (text !== undefined && chunks !== undefined) {
    throw new Refusal(
      'cannot_provide_both_markdown_text_and_chunks',
      'Send `markdown_text` or `chunks`, not both in one call.',
    )
  }
  if (chunks !== undefined) return { mode: 'chunks', chunks }
  return text === undefined ? undefined : { mode: 'text', chunks: [{ type: 'markdown_text', text }] }
}
