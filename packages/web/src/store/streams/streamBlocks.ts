import type { Block } from '@rivulet/blocks/types'
import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { MarkdownStream } from '@rivulet/blocks/markdown'
import { blocksFromReply } from '@rivulet/blocks/replyBlocks'
import { displayedParts, type StreamedReplyPart } from '@rivulet/blocks/streamedReply'
import type { LiveStream } from './streams.ts'

export type StreamBlocks = (stream: Pick<LiveStream, 'shown' | 'display'>) => Block[]

/**
 * Returns a function that renders one reply as blocks, again and again while it is streamed. Each call renders only the
 * open end: each text part has a parser that keeps its finished blocks, and other parts are cached by identity.
 */
export function createStreamBlocks(): StreamBlocks {
  const parsers = new Map<number, { parser: MarkdownStream; length: number; closed?: Block[] }>()
  const parts = new WeakMap<StreamedReplyPart, Block[]>()

  function textBlocks(at: number, text: string, open: boolean): Block[] {
    let known = parsers.get(at)
    if (!known || known.length > text.length) {
      known = { parser: new MarkdownStream(), length: 0 }
      parsers.set(at, known)
    }
    if (text.length > known.length) {
      known.parser.push(text.slice(known.length))
      known.length = text.length
      delete known.closed
    }
    if (open) return known.parser.blocks(true)
    return (known.closed ??= known.parser.blocks(false))
  }

  function partBlocks(part: StreamedReplyPart): Block[] {
    const known = parts.get(part)
    if (known) return known
    const blocks = [...expandMarkdown(blocksFromReply({ parts: [part] }, { display: 'timeline', open: true }))]
    parts.set(part, blocks)
    return blocks
  }

  return ({ shown, display }) => {
    const all = displayedParts(shown, display)
    return all.flatMap((part, i) => {
      if (part.type === 'text') return textBlocks(i, part.text, i === all.length - 1)
      if (part.type === 'blocks' || display === 'timeline') return partBlocks(part)
      const tasks = shown.parts.filter((other) => other.type === 'task')
      return blocksFromReply({ ...shown, parts: tasks }, { display, open: true })
    })
  }
}
