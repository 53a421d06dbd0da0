import { booleanColumns, jsonColumns } from './columns.ts'

const booleans: ReadonlySet<string> = new Set(booleanColumns)
const json: ReadonlySet<string> = new Set(jsonColumns)

/** Returns a function that converts database rows into the form of `Tables`. Undefined if nothing has to be converted. */
export function rowConverter(columns: string[]): ((row: Record<string, unknown>) => void) | undefined {
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
 * Converts a value into a parameter. Objects and arrays become JSON text. NUL, which text in PostgreSQL cannot hold, becomes
 * U+FFFD in both databases, as in Markdown.
 */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}
