import type { DataTableBlock, TableBlock, TableCell } from '@rivulet/blocks/block'
import { RichText } from './RichText.tsx'
import styles from './Table.module.css'

/** A table scrolls in its own box; its first row is its head. */
export function Table({ block }: { block: TableBlock | DataTableBlock }) {
  const [head, ...rows] = block.rows
  const settings = block.type === 'table' ? block.column_settings : undefined
  const align = (column: number) => settings?.[column]?.align
  const rowHead = block.type === 'data_table' ? (block.row_header_column_index ?? 0) : -1
  return (
    <div className={styles['box']}>
      <table className={styles['table']}>
        {block.type === 'data_table' && <caption>{block.caption}</caption>}
        <thead>
          <tr>
            {head?.map((cell, i) => (
              <th key={i} scope="col" data-align={align(i)}>
                <Cell cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) =>
                j === rowHead ? (
                  <th key={j} scope="row">
                    <Cell cell={cell} />
                  </th>
                ) : (
                  <td key={j} data-align={align(j)} data-number={cell.type === 'raw_number' || undefined}>
                    <Cell cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell }: { cell: TableCell }) {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : cell.text
}
