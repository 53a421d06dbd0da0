import { readFileSync } from 'node:fs'

/** What the process needs besides connections: the database, its log, the connections to PostgreSQL and to apps. */
const otherFiles = 100

/** How many connections there may be: each may have a file open besides its socket, and no open fails. */
export function mostConnections(wanted: number, openFiles = readOpenFilesLimit()): number {
  return Math.max(1, Math.min(wanted, Math.floor((openFiles - otherFiles) / 2)))
}

/** Says that far fewer connections may be open than was set; undefined if they may. */
export function describeTooFewFiles(wanted: number, openFiles = readOpenFilesLimit()): string | undefined {
  const most = mostConnections(wanted, openFiles)
  if (most > wanted / 2) return undefined
  return `The process may open ${openFiles} files, so ${most === 1 ? 'one connection' : `${most} connections`} at a time can be served, not ${wanted}. Let it open more: ulimit -n, LimitNOFILE= of systemd, or --ulimit nofile of a container.`
}

/** What is said when a connection is refused because of them all. */
export const allAreOpen =
  'A connection was refused: as many are open as may be. Raise --max-connections, and let the process open twice as many files.'

/** How many files the process may open. Only Linux says. */
function readOpenFilesLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
