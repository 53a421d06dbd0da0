import { globSync } from 'node:fs'
import { join } from 'node:path'

const methods = join(import.meta.dirname, '..', '..', 'methods')

/**
 * The files of a method, its tests among them. A dot of the name is a folder; a large namespace may group its files in
 * folders of their own below that.
 */
export function methodFiles(name: string): string[] {
  const parts = name.split('.')
  const last = parts.pop()
  return globSync(`${parts.join('/')}/{,*/}${last}{,.test,Refusals.test}.ts`, { cwd: methods }).map((path) =>
    join(methods, path),
  )
}
