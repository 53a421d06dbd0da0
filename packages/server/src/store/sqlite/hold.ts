import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A lock that nobody refers to would be collected, and the directory be free. */
const held = new Set<DatabaseSync>()

/**
 * Takes a data directory for this process alone, until it ends however it ends: the lock is the
 * operating system's, on a file that holds nothing. Throws with who has it.
 */
export function holdDirectory(directory: string): { release: () => void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const holder = join(directory, 'holder.json')
  const lock = new DatabaseSync(join(directory, 'lock.db'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw new Error(`The data directory ${directory} cannot be locked: ${String(error)}`)
    throw new Error(
      `The data directory ${directory} is in use by ${whoHolds(holder)}. Stop that first, or choose another with --data.`,
    )
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), { mode: 0o600 })
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
}

function whoHolds(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8'))
    return `the process ${pid} (since ${since})`
  } catch {
    return 'another process'
  }
}
