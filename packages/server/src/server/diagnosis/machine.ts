import { createServer } from 'node:net'
import { once } from 'node:events'
import type { Config } from '#config'
import { isOlderThan, oldestSafe } from '#store/sqlite/open'
import type { RunningHere } from './findRunning.ts'
import { type Check, failed, ok, reasonOf, warning } from './check.ts'

/** The Node and the SQLite that run this. */
export function checkNode(versions: NodeJS.ProcessVersions = process.versions): Check {
  const { node, sqlite = 'none' } = versions
  const found = `Node ${node} with SQLite ${sqlite}`
  const todo = 'Install Node 24.15, 25.8.2, 26 or newer.'
  return isOlderThan(sqlite, oldestSafe)
    ? failed('node', `${found}, which can damage a database`, todo)
    : ok('node', found)
}

/** Whether the port is free, or this server's own. `running`: the server that was found with these settings. */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  running: RunningHere | undefined,
): Promise<Check> {
  const name = 'port'
  if (port === 0) return ok(name, `a free one of ${host} is taken at each start`)
  if (running?.url !== undefined && new URL(running.url).port === String(port))
    return running.pid === undefined
      ? ok(name, `a server runs at ${running.url}`)
      : ok(name, `${running.url} is the server of this data directory, the process ${running.pid}`)
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return ok(name, `${port} of ${host} is free`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      return failed(name, `${port} of ${host} is in use`, 'Stop what listens there, or choose another with --port.')
    if (code === 'EACCES')
      return failed(name, `this user may not listen on ${port}`, 'Choose a port above 1023 with --port.')
    if (code === 'EADDRNOTAVAIL')
      return failed(name, `${host} is no address of this machine`, 'Choose another with --host.')
    return failed(
      name,
      `${port} of ${host} cannot be used: ${reasonOf(error)}`,
      'Choose another with --port or --host.',
    )
  } finally {
    server.close()
  }
}

const hourMs = 3_600_000
/** No clock of a machine that runs this shows an earlier time. */
const firstMoment = Date.UTC(2025, 0, 1)
const usefulDifferenceMs = 2000

/** Whether the time of the machine can be true, and agrees with that of others. */
export function checkClock(others: readonly OtherClock[]): Check {
  const name = 'clock'
  const now = Date.now()
  const iso = new Date(now).toISOString()
  const todo = 'Set the clock, and let a time service such as chrony or systemd-timesyncd keep it.'
  if (now < firstMoment) return failed(name, `the machine says that it is ${iso}`, todo)
  const off = others.map((other) => ({ ...other, by: other.now - other.asked }))
  const worst = off.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0]
  if (worst === undefined || Math.abs(worst.by) < usefulDifferenceMs) {
    const agrees = others.length > 0 ? `, as ${others.map((other) => other.name).join(' and ')} say` : ''
    return ok(name, `${iso}${agrees}`)
  }
  const found = `${worst.name} is ${(Math.abs(worst.by) / 1000).toFixed(1)} s ${worst.by > 0 ? 'ahead of' : 'behind'} this machine`
  return Math.abs(worst.by) < hourMs ? warning(name, found, todo) : failed(name, found, todo)
}

/** How the time of this machine compares with that of a service. */
export interface OtherClock {
  name: string
  now: number
  /** The time here when it was asked. */
  asked: number
}
