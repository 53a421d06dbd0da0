import { OpenCode } from './openCode.ts'
import { OpenList } from './openList.ts'
import { OpenParagraph } from './openParagraph.ts'
import type { OpenPart } from './openPart.ts'
import { OpenQuote } from './openQuote.ts'
import { OpenTable } from './openTable.ts'
import { firstLine, type Node, offsetOfLine } from './tree.ts'

/** `source` is what the node was parsed from. Undefined for a construct that is short, or written in a rare way. */
export function openPartOf(node: Node, source: string): OpenPart | undefined {
  const from = firstLine(node)
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
      // The lines of an indented one lose as much.
      return /^\S.*\n$/.test(head(1)) ? new OpenCode(node, head(1)) : undefined
    case 'paragraph_open':
      return new OpenParagraph()
    default:
      return undefined
  }
}
