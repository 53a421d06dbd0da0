import { findHolder } from '#store/sqlite/dataDirectoryLock'

/** A server of this machine that works on a data directory. */
export interface RunningHere {
  pid: number
  /** Undefined until it serves. */
  url: string | undefined
  dev: boolean
}

/** The server that works on a data directory; undefined if none does. */
export function findRunning(directory: string): RunningHere | undefined {
  const holder = findHolder(directory)
  // A process that died has left its name behind.
  return holder && isAlive(holder.pid) ? { pid: holder.pid, url: holder.url, dev: holder.dev === true } : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
