import { readFileSync } from 'node:fs'
import { WrongUsage } from '#cli/terminal/failure'

/** Reads a file that the operator named. Throws `WrongUsage` if that fails. */
export function readTextFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new WrongUsage(`the ${what} ${path} cannot be read: ${reasons[code] ?? code}`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}
