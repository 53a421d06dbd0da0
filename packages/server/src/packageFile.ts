import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file of this package by its place in it, whether the sources run or the one file that is built of them. */
export function packageFile(path: string): string {
  let directory = import.meta.dirname
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory)
  return join(directory, path)
}
