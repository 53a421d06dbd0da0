import { readFileSync } from 'node:fs'
import { ConfigError } from '#config'

/** The text of a file that somebody named; throws in words where it cannot be read. */
export function readTextFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new ConfigError(`the ${what} ${path} cannot be read: ${reasons[code] ?? code}`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is none',
  EACCES: 'this user may not',
  EISDIR: 'it is a directory',
}
