/** What can be asked for by name, as in `method:chat.*`. */
export const fields = ['kind', 'app', 'method', 'person', 'channel', 'event', 'error', 'ts', 'is'] as const
export type Field = (typeof fields)[number]

/** One condition of a filter. Without a field, a text that the entry contains. */
export interface Term {
  field: Field | undefined
  value: string
  isNegative: boolean
}

const term = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g

/** Reads a filter: conditions that all have to hold. A field that there is not is a text like any other. */
export function parseQuery(query: string): Term[] {
  return [...query.matchAll(term)].flatMap(([, minus, name, quoted, plain]) => {
    const value = quoted ?? plain ?? ''
    const field = fields.find((one) => one === name)
    const whole = name !== undefined && field === undefined ? `${name}:${value}` : value
    return whole === '' ? [] : [{ field, value: whole, isNegative: minus === '-' }]
  })
}

export function formatQuery(terms: readonly Term[]): string {
  return terms.map(formatTerm).join(' ')
}

function formatTerm({ field, value, isNegative }: Term): string {
  const clean = value.replaceAll('"', '')
  const isPlain = /^[^\s"]+$/.test(clean) && (field !== undefined || !/^-|^[a-z]+:/.test(clean))
  return `${isNegative ? '-' : ''}${field === undefined ? '' : `${field}:`}${isPlain ? clean : `"${clean}"`}`
}

/** The value of a field that the filter asks for. */
export function valueOf(query: string, field: Field): string | undefined {
  return parseQuery(query).find((one) => one.field === field && !one.isNegative)?.value
}

/** The same filter with another value of a field, or without it. */
export function withValue(query: string, field: Field, value: string | undefined): string {
  const others = parseQuery(query).filter((one) => one.field !== field || one.isNegative)
  const wanted = value === undefined ? [] : [{ field, value, isNegative: false }]
  return formatQuery([...others, ...wanted])
}
