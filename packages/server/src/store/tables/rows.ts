import { booleanColumns, jsonColumns } from './columns.ts'

const booleans = new Set<string>(booleanColumns)
const json = new Set<string>(jsonColumns)

/** Turns a row as a database gave it into the row that `Tables` promises; undefined where nothing needs turning. */
export function rowTurner(columns: string[]): ((row: Record<string, unknown>) => void) | undefined {
  const bool = columns.filter((column) => booleans.has(column))
  const parsed = columns.filter((column) => json.has(column))
  if (bool.length + parsed.length === 0) return undefined
  return (row) => {
    for (const column of bool) if (typeof row[column] === 'number') row[column] = row[column] === 1
    for (const column of parsed) {
      const text = row[column]
      if (typeof text === 'string') row[column] = JSON.parse(text)
    }
  }
}

/**
 * A JSON column takes an object or an array; both databases store it as text. NUL, which PostgreSQL's text cannot
 * hold, is U+FFFD in both, as it is in Markdown.
 */
export function parameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}
