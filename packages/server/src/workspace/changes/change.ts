import type { Tx } from '#store/db'

/** Something that the workspace file says and the database does not. */
export interface WorkspaceChange {
  /** What it is about: `eve (U0EVE)`. */
  about: string
  /** What the file wants, without any secret: `deactivated`, `topic "New", not "Old"`. */
  words: string
  /** Whether somebody may rely on it being so: who may sign in, and who may do what. */
  concernsAccess: boolean
  apply(tx: Tx): Promise<unknown>
}

/** Which keys an object of the file has, beyond those that have a default. `path` leads to it from the top. */
export function writtenKeys(written: unknown, path: readonly (string | number)[]): ReadonlySet<string> {
  let value = written
  for (const key of path) value = Reflect.get(Object(value), key)
  return new Set(Object.keys(Object(value)))
}

/** A value as one short word for a person. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
