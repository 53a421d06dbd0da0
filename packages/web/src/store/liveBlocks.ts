import type { Block } from '@rivulet/blocks/block'
import { MarkdownStream } from '@rivulet/blocks/markdown'
import { blocksOf, partsShown, type ReplyPart } from '@rivulet/blocks/reply'
import type { LiveStream } from './streams.ts'

export type LiveBlocks = (stream: LiveStream) => Block[]

/**
 * A reply's blocks while it grows. A frame costs the size of the open end: text goes through one parser per part that
 * keeps its finished blocks, and every other part is looked up by its identity.
 */
export function liveBlocks(): LiveBlocks {
  const parsers = new Map<number, { parser: MarkdownStream; length: number; closed?: Block[] }>()
  const parts = new WeakMap<ReplyPart, Block[]>()

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

  function partBlocks(part: ReplyPart): Block[] {
    const known = parts.get(part)
    if (known) return known
    const made = blocksOf({ parts: [part] }, { display: 'timeline', open: true })
    parts.set(part, made)
    return made
  }

  return ({ shown, display }) => {
    const all = partsShown(shown, display)
    return all.flatMap((part, i) => {
      if (part.type === 'text') return textBlocks(i, part.text, i === all.length - 1)
      if (part.type === 'blocks' || display === 'timeline') return partBlocks(part)
      const tasks = shown.parts.filter((other) => other.type === 'task')
      return blocksOf({ ...shown, parts: tasks }, { display, open: true })
    })
  }
}
