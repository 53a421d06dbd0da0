import { booleanColumns, jsonColumns, longTextColumns } from './columns.ts'

const booleans: ReadonlySet<string> = new Set(booleanColumns)
const json: ReadonlySet<string> = new Set(jsonColumns)
const longText: ReadonlySet<string> = new Set(longTextColumns)

/**
 * Returns a function that converts database rows into the form of `Tables`, and returns how many characters of JSON it had
 * to parse. Undefined if nothing has to be converted.
 */
export function rowConverter(columns: string[]): ((row: Record<string, unknown>) => number) | undefined {
  const bool = columns.filter((column) => booleans.has(column))
  const parsed = columns.filter((column) => json.has(column))
  const texts = columns.filter((column) => longText.has(column))
  if (bool.length + parsed.length + texts.length === 0) return undefined
  return (row) => {
    let length = 0
    for (const column of bool) if (typeof row[column] === 'number') row[column] = row[column] === 1
    for (const column of texts) row[column] = toText(row[column])
    for (const column of parsed) {
      const text = toText(row[column])
      if (typeof text !== 'string') continue
      row[column] = JSON.parse(text)
      length += text.length
    }
    return length
  }
}

/**
 * Makes a statement read long texts as bytes, which the converter of rows decodes: `node:sqlite` takes ten times as long for
 * text that is not ASCII.
 */
export function withLongTextsAsBytes(select: string, columns: readonly string[]): string {
  const isLong = (column: string) => longText.has(column) || json.has(column)
  if (!columns.some(isLong) || new Set(columns).size < columns.length) return select
  const read = columns.map((column) =>
    isLong(column)
      ? `case when octet_length("${column}") > 10000 then cast("${column}" as blob) else "${column}" end as "${column}"`
      : `"${column}"`,
  )
  return `select ${read.join(', ')} from (${select})`
}

function toText(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()
}

/**
 * Converts a value into a parameter. Objects and arrays become JSON text. NUL, which text in PostgreSQL cannot hold, becomes
 * U+FFFD in both databases, as in Markdown.
 */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}
