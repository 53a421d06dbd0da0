import { globSync } from 'node:fs'
import { join } from 'node:path'

const methods = join(import.meta.dirname, '..', '..', 'methods')

/**
 * The files of a method, with its tests. Each dot in the name of the method stands for a folder. A large namespace may
 * have one more level of folders: a method that is not in its own folder is in one of those.
 */
export function methodFiles(name: string): string[] {
  const parts = name.split('.')
  const last = parts.pop()
  const files = `${last}{,.test,Refusals.test}.ts`
  const own = globSync(`${parts.join('/')}/${files}`, { cwd: methods })
  const found = own.length > 0 ? own : globSync(`${parts.join('/')}/*/${files}`, { cwd: methods })
  return found.map((path) => join(methods, path))
}
