/** [ENV-8] Levels of objects and arrays, the root being the first. */
export const maxDepth = 64

/** JSON in a string; undefined where it is not JSON, or nested deeper than a body may be. */
export function parseStructured(text: string): { value: unknown } | undefined {
  if (deeperThan(maxDepth, text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Before parsing and without recursion, since `JSON.parse` builds any depth and whoever walks it afterwards overflows. */
export function deeperThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i)
    else if (code === openBrace || code === openBracket) {
      if (++depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && escaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function escaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

const quote = 0x22
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
