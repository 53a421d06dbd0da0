import type { RichTextInline, RichTextQuote } from '#types'
import { addText } from '#richText/inlineRun'
import { inlineOf } from './inline.ts'
import { joinRuns } from './joinRuns.ts'
import { tableText } from './table.ts'
import type { MarkdownNode } from '#markdown/parse/tree'

/**
 * Converts the parts of a quote that follow those in `before`. Nested constructs become lines, because a quote holds only
 * inline elements.
 */
export function quoteOf(
  parts: readonly MarkdownNode[],
  before: readonly RichTextInline[] = [],
): RichTextQuote | undefined {
  const elements = joinRuns(parts.map(linesOf), '\n\n', before)
  return elements.length > 0 ? { type: 'rich_text_quote', elements } : undefined
}

function linesOf(node: MarkdownNode): RichTextInline[] {
  switch (node.token.type) {
    case 'blockquote_open':
      return joinRuns(node.children.map(linesOf), '\n\n')
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listLines(node, 0)
    case 'fence':
    case 'code_block':
      return textRun(node.token.content.replace(/\n$/, ''), true)
    case 'table_open':
      return textRun(tableText(node), true)
    case 'heading_open':
      return inlineOf(node, { bold: true })
    default:
      return inlineOf(node)
  }
}

function listLines(list: MarkdownNode, depth: number): RichTextInline[] {
  const start = list.token.type === 'ordered_list_open' ? Number(list.token.attrGet('start') ?? 1) : undefined
  const lines = list.children.map((item, i) => {
    const mark = start === undefined ? '• ' : `${start + i}. `
    const run: RichTextInline[] = []
    addText(run, '    '.repeat(depth) + mark)
    const parts = item.children.map((child) => (isList(child) ? listLines(child, depth + 1) : linesOf(child)))
    return joinRuns([run, joinRuns(parts, '\n')], '')
  })
  return joinRuns(lines, '\n')
}

function isList(node: MarkdownNode): boolean {
  return node.token.type === 'bullet_list_open' || node.token.type === 'ordered_list_open'
}

function textRun(text: string, code: boolean): RichTextInline[] {
  const run: RichTextInline[] = []
  addText(run, text, code ? { code } : {})
  return run
}
