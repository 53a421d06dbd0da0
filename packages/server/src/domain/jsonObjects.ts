/** An object of JSON, whose fields may hold anything. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy of an object; undefined if it is none. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? { ...value } : undefined
}

/** The objects of an array; none if it is no array. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject).map((object) => ({ ...object })) : []
}
