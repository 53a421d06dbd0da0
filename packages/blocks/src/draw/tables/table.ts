import type { DataTableBlock, RichTextBlock, TableBlock, TableCell } from '#types'
import { drawRichText } from '#draw/richText'
import { type DrawnNode, element } from '#draw/tree'
import type { Viewer } from '#draw/viewer'

/** Draws a table in a box that scrolls. Its first row is the header. */
export function drawTable(block: TableBlock | DataTableBlock, viewer: Viewer): DrawnNode {
  const [head = [], ...rows] = block.rows
  const settings = block.type === 'table' ? block.column_settings : undefined
  const rowHead = block.type === 'data_table' ? (block.row_header_column_index ?? 0) : -1
  const lookOf = (column: number) => ({
    'data-align': settings?.[column]?.align,
    'data-wrapped': settings?.[column]?.is_wrapped ? ('true' as const) : undefined,
    dir: 'auto' as const,
  })
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      row.map((cell, i) =>
        i === rowHead
          ? element('th', { scope: 'row', dir: 'auto' }, drawCell(cell, viewer))
          : element(
              'td',
              { ...lookOf(i), 'data-number': cell.type === 'raw_number' ? 'true' : undefined },
              drawCell(cell, viewer),
            ),
      ),
    ),
  )
  const heads = head.map((cell, i) => element('th', { scope: 'col', ...lookOf(i) }, drawCell(cell, viewer)))
  const label = block.type === 'data_table' ? block.caption : 'Table'
  return element(
    'div',
    { part: 'table-box', tabindex: 0, role: 'group', 'aria-label': label },
    element(
      'table',
      { part: 'table', dir: isRightToLeft(block) ? 'rtl' : undefined },
      block.type === 'data_table' && element('caption', { dir: 'auto' }, block.caption),
      element('thead', {}, element('tr', {}, heads)),
      element('tbody', {}, body),
    ),
  )
}

function drawCell(cell: TableCell, viewer: Viewer): DrawnNode[] {
  return cell.type === 'rich_text' ? drawRichText(cell, viewer) : [cell.text]
}

/** Whether the first letter of a table is of a script that is written from the right: then its columns are, too. */
function isRightToLeft({ rows }: TableBlock | DataTableBlock): boolean {
  const words = rows[0]?.map((cell) => (cell.type === 'rich_text' ? firstText(cell) : cell.text)).join('') ?? ''
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(words)
}

function firstText({ elements: [first] }: RichTextBlock): string {
  if (first?.type !== 'rich_text_section') return ''
  return first.elements.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')
}
