/** Reads a field of a value from outside (an answer, a row), whose type is not known. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export function textField(value: unknown, name: string): string {
  const found = field(value, name)
  if (typeof found !== 'string') throw new Error(`${name} is ${JSON.stringify(found)}, not a string`)
  return found
}

export function listField(value: unknown, name: string): unknown[] {
  const found = field(value, name)
  if (!Array.isArray(found)) throw new Error(`${name} is ${JSON.stringify(found)}, not a list`)
  return found
}
