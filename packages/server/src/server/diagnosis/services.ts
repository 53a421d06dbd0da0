import type pg from 'pg'
import { parseRedisAddress, prefixFor } from '#bus/redis/address'
import { withoutPassword } from '#documents/withoutPassword'
import { type Check, failed, ok, reasonOf, skipped, warning } from './check.ts'
import type { OtherClock } from './machine.ts'

/** A check of a service, and what its clock says. */
export interface ServiceCheck {
  checks: Check[]
  clock?: OtherClock
  /** The name of the history in a database; undefined if no server was started on it yet. */
  epoch?: string | undefined
}

const patienceMs = 3000

/** Whether the PostgreSQL of the settings can be used, and keeps what it has acknowledged. */
export async function checkPostgres(url: string | undefined): Promise<ServiceCheck> {
  const name = 'postgresql'
  if (url === undefined) return { checks: [skipped(name, 'not used: the data is in SQLite')] }
  const [{ default: driver }, { explainFailure }] = await Promise.all([
    import('pg'),
    import('#store/postgres/explainFailure'),
  ])
  const where = withoutPassword(url)
  try {
    const client = new driver.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
    client.on('error', () => {})
    await client.connect()
    const asked = Date.now()
    const { rows } = await client.query<Record<string, string>>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as now,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
       current_setting('server_encoding') as encoding, current_setting('max_connections') as connections`,
    )
    const epoch = await findEpoch(client)
    await client.end()
    const { version = '', now = '0', fsync, commits, encoding, connections } = rows[0] ?? {}
    return {
      checks: [judgePostgres(name, { version, fsync, commits, encoding, connections, where })],
      clock: { name: 'PostgreSQL', now: Number(now), asked },
      epoch,
    }
  } catch (error) {
    const { message } = explainFailure(error, url)
    return { checks: [failed(name, `${where}: ${message}`, 'Correct --store, or what is said there.')] }
  }
}

async function findEpoch(client: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('meta') as found`)
  if (!tables[0]?.found) return undefined
  const { rows } = await client.query<{ value: string }>(`select value from meta where key = 'epoch'`)
  return rows[0]?.value
}

function judgePostgres(name: string, found: Record<string, string | undefined>): Check {
  const { version = '', fsync, commits, encoding, connections, where } = found
  const words = `PostgreSQL ${version} at ${where}, ${connections} connections`
  if (Number.parseInt(version, 10) < 14) return failed(name, words, 'Upgrade it: 14 or newer is needed.')
  if (encoding !== 'UTF8') return failed(name, `${words}, encoding ${encoding}`, 'Make a database with encoding UTF8.')
  if (fsync !== 'on' || commits === 'off')
    return warning(
      name,
      `${words}, fsync ${fsync}, synchronous_commit ${commits}`,
      'Turn both on: after a power cut, acknowledged messages would be gone.',
    )
  return ok(name, words)
}

/** [BUS-1] Whether the Redis of the settings can be used, under the names of this database. `epoch`: of `checkPostgres`. */
export async function checkRedis(url: string | undefined, epoch?: string): Promise<ServiceCheck> {
  const name = 'redis'
  if (url === undefined) return { checks: [skipped(name, 'not used: one process needs none')] }
  const where = withoutPassword(url)
  const address = parseRedisAddress(url)
  const prefix = epoch === undefined ? 'rivulet:' : prefixFor(epoch, address)
  const [{ connectClient }, { explainFailure }] = await Promise.all([
    import('#bus/redis/client'),
    import('#bus/redis/explainFailure'),
  ])
  try {
    const client = await connectClient({ address, prefix, onLost: () => {}, trial: undefined })
    const asked = Date.now()
    const time: unknown = await client.sendCommand(['TIME'])
    client.destroy()
    const [seconds, micros] = Array.isArray(time) ? time.map(Number) : []
    const now = (seconds ?? 0) * 1000 + (micros ?? 0) / 1000
    return { checks: [ok(name, where)], clock: { name: 'Redis', now, asked } }
  } catch (error) {
    const { words } = explainFailure(error, address, prefix)
    return { checks: [failed(name, `${where}: ${words}`, 'Correct --bus, or what is said there.')] }
  }
}

/** Whether the address that people and apps use leads to a server. */
export async function checkPublicUrl(url: string | undefined, isRunning: boolean): Promise<Check> {
  const name = 'public url'
  if (url === undefined) return skipped(name, 'not set: the address is made from host and port')
  const todo = 'Look at the name in the DNS, at the proxy and its certificate, and at what it passes on.'
  try {
    const response = await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(patienceMs) })
    const text = await response.text()
    if (response.ok && text.includes('"live":true')) return ok(name, url)
    return isRunning
      ? failed(name, `${url} answers with ${response.status}, and not as this server does`, todo)
      : warning(
          name,
          `${url} answers with ${response.status}; no server runs on this data`,
          'Start it, and look again.',
        )
  } catch (error) {
    if (!isRunning)
      return warning(name, `${url}: ${reasonOf(error)}; no server runs on this data`, 'Start it, and look again.')
    return failed(name, `${url} cannot be reached from here: ${reasonOf(error)}`, todo)
  }
}
