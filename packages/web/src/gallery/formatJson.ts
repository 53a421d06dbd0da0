const maxWidth = 58

/** Formats a value as JSON. Objects and arrays that fit on one line stay on one line. */
export function formatJson(value: unknown, indent = '', before = indent.length): string {
  const flat = onOneLine(value)
  if (typeof value !== 'object' || value === null || before + flat.length <= maxWidth) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => deeper + formatJson(item, deeper)).join(',\n')}\n${indent}]`
  }
  const lines = Object.entries(value).map(([key, inner]) => {
    const start = `${deeper}${JSON.stringify(key)}: `
    return start + formatJson(inner, deeper, start.length)
  })
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${onOneLine(inner)}`)
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}
