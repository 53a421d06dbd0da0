import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { WatchedClient } from './watchedClient.ts'

/** How long an answer is waited for. Milliseconds. */
export const probeMs = 2500
/** A process that was held up fires a tick late, not all of them: it has time to read an answer that has come meanwhile. */
const probeTickMs = 100
/**
 * How soon it asks over another connection as well if one is not even made. The system repeats a first packet that was lost after
 * one second, and then after two more.
 */
const againMs = 200

interface Answer {
  answers: boolean
  /** An earlier connection is still not made, so packets were lost. */
  isLossy: boolean
  /** Which of the backends that were asked for are at work, if the database has told. */
  active: ReadonlySet<number> | undefined
}

/** Whether the database answers over a new connection, which `open` makes. A refusal is an answer too. */
export async function question(open: () => WatchedClient, backends: readonly number[]): Promise<Answer> {
  const asked: WatchedClient[] = []
  const { promise, resolve } = Promise.withResolvers<{ answers: boolean; over?: WatchedClient }>()
  const askOverAnother = async () => {
    const client = open()
    asked.push(client)
    client.on('error', () => {})
    const answered = client.connect().then(() => client.query('select 1'))
    resolve(
      await answered.then(
        () => ({ answers: true, over: client }),
        () => ({ answers: true }),
      ),
    )
  }
  const ask = () => void askOverAnother().catch(() => resolve({ answers: false }))
  ask()
  let ticks = 0
  const timer = setInterval(() => {
    ticks++
    if (ticks >= probeMs / probeTickMs) resolve({ answers: false })
    else if (ticks % (againMs / probeTickMs) === 0 && asked.every(({ socket }) => socket.connecting)) ask()
  }, probeTickMs)
  const { answers, over } = await promise
  clearInterval(timer)
  const isLossy = asked.some(({ socket }) => socket.connecting)
  const active = over && backends.length > 0 ? await findActive(over, backends) : undefined
  for (const { socket } of asked) socket.destroy()
  return { answers, isLossy, active }
}

const activeBackends = `
select pid, pid = pg_backend_pid() as own from pg_stat_activity where pid = any($1::int[]) and state = 'active'`

/**
 * Which of these backends are at work. The one that is asked always is: if it is not found, the numbers are those of a pooler, or
 * PostgreSQL does not track what it does.
 */
async function findActive(client: WatchedClient, backends: readonly number[]): Promise<Set<number> | undefined> {
  const asking = client.query<{ pid: number; own: boolean }>(activeBackends, [[...backends, client.backend]])
  const rows = await Promise.race([
    asking.then(
      (result) => result.rows,
      () => [],
    ),
    sleep(probeMs, [], { ref: false }),
  ])
  // What has come over other connections at the same time is read in this turn.
  await nextTurn()
  const isKnown = rows.some(({ pid, own }) => own && pid === client.backend)
  return isKnown ? new Set(rows.map(({ pid }) => pid)) : undefined
}
