import type { RichTextInline } from '#types'
import { joinInline } from '#richText/inlineRun'
import { findClosedEnd } from './closedEnd.ts'
import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import { inlineOf, inlineFromSource } from '#markdown/convert/inline'
import type { OpenConstruct, Unsettled } from './openConstruct.ts'
import type { BlockFragment } from '#markdown/convert/fragment'
import type { MarkdownNode } from '#markdown/parse/tree'

/** Takes the place of settled words: any letter would do. */
const word = 'x'

/** A paragraph at the end of a growing text. Its words are settled up to where no mark is open. */
export class OpenParagraph implements OpenConstruct {
  readonly tokenType = 'paragraph_open'
  placeholder = ''
  #settled: RichTextInline[] = []
  #lines = 1

  settleStart(rest: string): number {
    const end = findClosedEnd(rest, this.#lines)
    if (end === 0) return 0
    const source = rest.slice(0, end)
    this.#settled = joinInline(
      this.#settled,
      inlineFromSource(this.placeholder === '' ? source.replace(/^[ \t]+/, '') : source),
    )
    this.#lines = Math.max(1, this.#lines - source.split('\n').length + 1)
    this.placeholder = word
    return end
  }

  readPlain(rest: string): BlockFragment | undefined {
    if (this.placeholder === '' || /\n(?!\p{L})/u.test(rest)) return undefined
    return this.#fragmentWith(inlineFromSource(trimUndecidedEnd(word + rest).slice(word.length), true))
  }

  parts(node: MarkdownNode): readonly MarkdownNode[] {
    return [node]
  }

  settle(node: MarkdownNode): Unsettled {
    const [from, to] = node.token.map ?? [0, 1]
    this.#lines = to - from
    return { nodes: [node], line: from }
  }

  toFragment([rest]: readonly MarkdownNode[]): BlockFragment | undefined {
    const elements = rest ? inlineOf(rest) : []
    if (this.placeholder === '') return elements.length > 0 ? { kind: 'paragraph', elements } : undefined
    const [first, ...more] = elements
    return this.#fragmentWith([
      { type: 'text', text: first?.type === 'text' ? first.text.slice(word.length) : '' },
      ...more,
    ])
  }

  #fragmentWith(rest: readonly RichTextInline[]): BlockFragment {
    return { kind: 'paragraph', elements: joinInline(this.#settled, rest) }
  }
}
