import { createHash } from 'node:crypto'
import { basename } from 'node:path'

/** All classes of a file share one suffix, which compresses well. */
export function shortClassNames(name: string, file: string): string {
  return `${name}_${createHash('sha256').update(basename(file)).digest('base64url').slice(0, 4)}`
}
