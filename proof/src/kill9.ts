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
import { type Server, startServer } from '#load/server'
import { targets, token } from '#load/workspace'

export interface Kill9Report {
  proof: 'kill9'
  seed: number
  rounds: number
  acknowledged: number
  readyMs: { median: number; max: number }
  faults: string[]
}

/**
 * Kills the server under load, repeatedly on one data directory. After each restart it checks that everything that was
 * acknowledged is there, once and in order, and that nothing else is.
 */
export async function proveKill9(rounds: number, seed: number, print: (line: string) => void): Promise<Kill9Report> {
  const random = new Random(seed)
  const lifetimesMs = Array.from({ length: rounds }, () => random.between(50, 1500))
  const ledger = new Ledger()
  const home = await mkdtemp(join(tmpdir(), 'rivulet-kill9-'))
  const faults: string[] = []
  const ready: number[] = []

  let since = 0
  for (let round = 0; round <= rounds && faults.length === 0; round++) {
    const server = await startServer(home)
    if (round > 0) ready.push(server.readyMs)
    // Each round checks what it changed; the last one checks everything.
    const changed = ledger.streams.filter((stream) => round === rounds || findLastSent(stream) >= since)
    faults.push(...(await readBackAndCheck(server, ledger, changed)))
    since = now()

    const before = ledger.countAcknowledged()
    const lifetimeMs = faults.length === 0 ? lifetimesMs[round] : undefined
    if (lifetimeMs === undefined) await server.kill()
    else await writeAndKill(server, ledger, new Random(seed + round), lifetimeMs)
    faults.push(...ledger.unexpected.splice(0))
    const summary =
      lifetimeMs === undefined
        ? 'read back'
        : `${ledger.countAcknowledged() - before} acknowledged, killed after ${lifetimeMs} ms`
    print(`kill9 ${round + 1}: ready after ${server.readyMs.toFixed(0)} ms, ${summary}, ${faults.length} faults`)
  }

  if (faults.length === 0) await rm(home, { recursive: true })
  else print(`kill9: the data directory is kept at ${home}; repeat with --seed ${seed}`)
  ready.sort((a, b) => a - b)
  const readyMs = { median: Math.round(ready[ready.length >> 1] ?? 0), max: Math.round(ready.at(-1) ?? 0) }
  return { proof: 'kill9', seed, rounds, acknowledged: ledger.countAcknowledged(), readyMs, faults }
}

async function writeAndKill(server: Server, ledger: Ledger, random: Random, lifetimeMs: number): Promise<void> {
  const load = new LoadGenerator(server.api, ledger, random)
  await sleep(lifetimeMs)
  load.expectCrash()
  await server.kill()
  await load.stop()
  ledger.settleCalls()
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
