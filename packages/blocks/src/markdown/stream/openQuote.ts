import type { RichTextInline } from '#types'
import { type OpenConstruct, splitSettled, type Unsettled } from './openConstruct.ts'
import type { BlockFragment } from '#markdown/convert/fragment'
import { quoteOf } from '#markdown/convert/quote'
import { firstLineOf, type MarkdownNode } from '#markdown/parse/tree'

/** A quote at the end of a growing text. All of its parts but the last are settled. */
export class OpenQuote implements OpenConstruct {
  readonly tokenType = 'blockquote_open'
  readonly placeholder = ''
  #settled: RichTextInline[] = []

  parts(node: MarkdownNode): readonly MarkdownNode[] {
    return node.children
  }

  settle(node: MarkdownNode, lines: number): Unsettled {
    const { done, unsettled } = splitSettled(this.parts(node), lines, firstLineOf(node))
    this.#settled = quoteOf(done, this.#settled)?.elements ?? []
    return unsettled
  }

  toFragment(rest: readonly MarkdownNode[]): BlockFragment | undefined {
    const quote = quoteOf(rest, this.#settled)
    return quote && { kind: 'rich', elements: [quote] }
  }
}
