import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '#check/check'
import { Client } from '#load/client'
import { Ledger, now, type StreamRecord } from '#check/ledger'
import { LoadGenerator } from '#load/load'
import { Random } from '#load/random'
import { readByApi } from '#check/readBack'
import { createSchema } from '#load/schema'
import { type Server, startServer } from '#load/server'
import { targets, token } from '#load/workspace'

/** How the server is ended: without warning, or with the request to stop. */
export type Ending = 'kill9' | 'sigterm'

export interface RestartsReport {
  proof: Ending
  store: 'SQLite' | 'PostgreSQL'
  seed: number
  rounds: number
  acknowledged: number
  readyMs: { median: number; max: number }
  /** From the signal to the end of the process. */
  stopMs: { median: number; max: number }
  faults: string[]
}

/** A round lasts at least until this much was acknowledged in it, so that a busy machine proves as much as an idle one. */
const leastPerRound = 60
/** How long a server that was asked to stop may take. */
const maxStopMs = 10_000

/**
 * Ends the server under load, repeatedly on one data directory. After each restart it checks that everything that was
 * acknowledged is there, once and in order, and that nothing else is. A server that was asked to stop must also end by
 * itself, with exit code 0, and may store nothing that it did not answer. With an address of PostgreSQL, the data is there,
 * in a schema of its own; PostgreSQL itself goes on.
 */
export async function proveRestarts(
  ending: Ending,
  rounds: number,
  seed: number,
  print: (line: string) => void,
  postgres?: string,
): Promise<RestartsReport> {
  const random = new Random(seed)
  const longestMs = postgres === undefined ? 1500 : 6000
  const lifetimesMs = Array.from({ length: rounds }, () => random.between(50, longestMs))
  const ledger = new Ledger()
  const home = await mkdtemp(join(tmpdir(), 'rivulet-restarts-'))
  const schema = postgres === undefined ? undefined : await createSchema(postgres, `proof_${seed}_${Date.now()}`)
  const flags = schema ? ['--store', schema.url, '--key', join(home, 'key')] : []
  const faults: string[] = []
  const ready: number[] = []
  const stopped: number[] = []

  let since = 0
  for (let round = 0; round <= rounds && faults.length === 0; round++) {
    const server = await startServer(home, { flags })
    if (round > 0) ready.push(server.readyMs)
    // Each round checks what it changed; the last one checks everything.
    const changed = ledger.streams.filter((stream) => round === rounds || findLastSent(stream) >= since)
    faults.push(...(await readBackAndCheck(server, ledger, changed)))
    if (ending === 'sigterm') faults.push(...findUnanswered(ledger, changed))
    since = now()

    const before = ledger.countAcknowledged()
    const lifetimeMs = faults.length === 0 ? lifetimesMs[round] : undefined
    if (lifetimeMs === undefined) await server.kill()
    else {
      const load = new LoadGenerator(server.api, ledger, new Random(seed + round))
      await sleep(lifetimeMs)
      while (ledger.countAcknowledged() - before < leastPerRound && ledger.unexpected.length === 0) await sleep(20)
      load.expectCrash()
      const asked = performance.now()
      if (ending === 'kill9') await server.kill()
      else faults.push(...(await stopServer(server)))
      stopped.push(performance.now() - asked)
      await load.stop()
      ledger.settleCalls()
    }
    faults.push(...ledger.unexpected.splice(0))
    const summary =
      lifetimeMs === undefined
        ? 'read back'
        : `${ledger.countAcknowledged() - before} acknowledged, ended after ${lifetimeMs} ms or more`
    print(`${ending} ${round + 1}: ready after ${server.readyMs.toFixed(0)} ms, ${summary}, ${faults.length} faults`)
  }

  if (faults.length === 0) {
    await rm(home, { recursive: true })
    await schema?.drop()
  } else print(`${ending}: the data is kept in ${schema?.name ?? home}; repeat with --seed ${seed}`)
  return {
    proof: ending,
    store: schema ? 'PostgreSQL' : 'SQLite',
    seed,
    rounds,
    acknowledged: ledger.countAcknowledged(),
    readyMs: summarise(ready),
    stopMs: summarise(stopped),
    faults,
  }
}

function summarise(times: number[]): { median: number; max: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), max: Math.round(sorted.at(-1) ?? 0) }
}

async function stopServer(server: Server): Promise<string[]> {
  const ended = await Promise.race([server.stop(), sleep(maxStopMs, 'still running', { ref: false })])
  if (ended === 0) return []
  await server.kill()
  return [`asked to stop, the server ended with ${ended}: ${server.readErrorOutput()}`]
}

/** What a server that was asked to stop has stored without an answer. */
function findUnanswered(ledger: Ledger, streams: StreamRecord[]): string[] {
  const series = [...streams.map(({ deltas }) => deltas), ...ledger.posts.values()]
  return series.flatMap(({ name, calls }) =>
    calls.filter(({ outcome }) => outcome === 'there').map(({ n }) => `${name}: ${n} was stored and not answered`),
  )
}

async function readBackAndCheck(server: Server, ledger: Ledger, streams: StreamRecord[]): Promise<string[]> {
  const client = new Client(server.api, token)
  try {
    const found = await readByApi(client, streams, ledger.posts.size > 0 ? targets : [])
    return findFaults(ledger, found, { settle: true, streams })
  } finally {
    client.close()
  }
}

const findLastSent = (stream: StreamRecord): number =>
  Math.max(stream.start.sentAt, stream.deltas.calls.at(-1)?.sentAt ?? 0, stream.stop?.sentAt ?? 0)
