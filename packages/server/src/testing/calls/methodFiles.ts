import { globSync } from 'node:fs'
import { join } from 'node:path'

const methods = join(import.meta.dirname, '..', '..', 'methods')

/**
 * The files of a method, with its tests. Each dot in the name of the method stands for a folder. A large namespace may
 * have one more level of folders.
 */
export function methodFiles(name: string): string[] {
  const parts = name.split('.')
  const last = parts.pop()
  return globSync(`${parts.join('/')}/{,*/}${last}{,.test,Refusals.test}.ts`, { cwd: methods }).map((path) =>
    join(methods, path),
  )
}
