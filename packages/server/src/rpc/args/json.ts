/** [ENV-8] How many levels of objects and arrays JSON may have. The root is the first. */
export const maxDepth = 64
/** [ENV-8] How many values JSON may have: texts, numbers, objects, arrays and so on. Blocks of a message have at most 20,000. */
export const maxValues = 25_000

/** Parses JSON in a string. Undefined if it is not JSON, nested too deep, or has too many values. */
export function parseJson(text: string): { value: unknown } | undefined {
  if (exceedsBound(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Whether JSON has too many levels or values. Looks before parsing and without recursion: `JSON.parse` accepts any depth,
 * and takes long for an object of very many keys. Code that walks the result would take longer, or overflow the stack.
 */
export function exceedsBound(text: string): 'levels' | 'values' | undefined {
  if (text.length <= maxDepth) return undefined
  let depth = 0
  // A value follows each comma and each bracket that opens.
  let values = 1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i)
    else if (code === comma) values++
    else if (code === openBrace || code === openBracket) {
      values++
      if (++depth > maxDepth) return 'levels'
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return values > maxValues ? 'values' : undefined
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
