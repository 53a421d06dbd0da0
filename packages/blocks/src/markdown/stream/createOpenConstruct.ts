import { OpenCodeBlock } from './openCodeBlock.ts'
import { OpenList } from './openList.ts'
import { OpenParagraph } from './openParagraph.ts'
import type { OpenConstruct } from './openConstruct.ts'
import { OpenQuote } from './openQuote.ts'
import { OpenTable } from './openTable.ts'
import { firstLineOf, type MarkdownNode, offsetOfLine } from '#markdown/parse/tree'

/** Creates the open construct for a node parsed from `source`; undefined for constructs that are short or written in a rare way. */
export function createOpenConstruct(node: MarkdownNode, source: string): OpenConstruct | undefined {
  const from = firstLineOf(node)
  const head = (lines: number) => source.slice(offsetOfLine(source, from), offsetOfLine(source, from + lines))
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return new OpenList(node)
    case 'blockquote_open':
      return new OpenQuote()
    case 'table_open':
      return head(2).endsWith('\n') ? new OpenTable(node) : undefined
    case 'fence':
      // If a fence is indented, all of its lines lose that indent, so it is left to the parser.
      return /^\S.*\n$/.test(head(1)) ? new OpenCodeBlock(node, head(1)) : undefined
    case 'paragraph_open':
      return new OpenParagraph()
    default:
      return undefined
  }
}
