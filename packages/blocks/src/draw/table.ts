import type { DataTableBlock, TableBlock, TableCell } from '#types'
import { drawRichText } from './richText.ts'
import { type DrawnNode, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** Draws a table in a box that scrolls. Its first row is the header. */
export function drawTable(block: TableBlock | DataTableBlock, viewer: Viewer): DrawnNode {
  const [head = [], ...rows] = block.rows
  const settings = block.type === 'table' ? block.column_settings : undefined
  const rowHead = block.type === 'data_table' ? (block.row_header_column_index ?? 0) : -1
  const align = (column: number) => ({ 'data-align': settings?.[column]?.align })
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      row.map((cell, i) =>
        i === rowHead
          ? element('th', { scope: 'row' }, drawCell(cell, viewer))
          : element(
              'td',
              { ...align(i), 'data-number': cell.type === 'raw_number' ? 'true' : undefined },
              drawCell(cell, viewer),
            ),
      ),
    ),
  )
  const heads = head.map((cell, i) => element('th', { scope: 'col', ...align(i) }, drawCell(cell, viewer)))
  const label = block.type === 'data_table' ? block.caption : 'Table'
  return element(
    'div',
    { part: 'table-box', tabindex: 0, role: 'group', 'aria-label': label },
    element(
      'table',
      { part: 'table' },
      block.type === 'data_table' && element('caption', {}, block.caption),
      element('thead', {}, element('tr', {}, heads)),
      element('tbody', {}, body),
    ),
  )
}

function drawCell(cell: TableCell, viewer: Viewer): DrawnNode[] {
  return cell.type === 'rich_text' ? drawRichText(cell, viewer) : [cell.text]
}
