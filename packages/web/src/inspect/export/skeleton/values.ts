import { isCut } from '#inspect/export/cuts.ts'

/** A field of something that may be an object. */
export function field(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  return found
}

export function textField(value: unknown, ...path: readonly string[]): string | undefined {
  const found = field(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function listField(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = field(value, ...path)
  return Array.isArray(found) ? found : []
}

/** What an argument says, whether it was sent as JSON or as a text that holds JSON. Undefined if the journal has cut it. */
export function structured(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** The part of a text that the journal has kept, and whether that is all. */
export function keptText(text: string): { text: string; whole: boolean } {
  return isCut(text) ? { text: text.slice(0, -1), whole: false } : { text, whole: true }
}
