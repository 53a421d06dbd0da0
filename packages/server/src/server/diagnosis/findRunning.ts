import type { Config } from '#config'
import { findHolder } from '#store/sqlite/dataDirectoryLock'

/** A server of this machine. */
export interface RunningHere {
  /** Undefined if it was found by its port. */
  pid?: number
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

/** The server at an address of this machine; undefined if there is none, or something else. One on PostgreSQL leaves no other trace. */
export async function findAtPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<RunningHere | undefined> {
  const name = anyAddress[host] ?? host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  const ask = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, url), { redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
    return Object(await answer.json())
  }
  try {
    if ((await ask('/health/live'))['live'] !== true) return undefined
    return { url, dev: (await ask('/session'))['dev'] === true }
  } catch {
    return undefined
  }
}

const patienceMs = 3000
/** Who listens on all addresses is asked at this one. */
const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
