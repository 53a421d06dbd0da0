import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compare } from '#check/check'
import { Client } from '#load/client'
import { Ledger, now, type StreamRecord } from '#check/ledger'
import { Load } from '#load/load'
import { Random } from '#load/random'
import { readByApi } from '#check/readBack'
import { type Server, startServer } from '#load/server'
import { places, token } from '#load/workspace'

export interface Kill9Report {
  proof: 'kill9'
  seed: number
  rounds: number
  acknowledged: number
  readyMs: { median: number; max: number }
  faults: string[]
}

/**
 * Kills the server under load, again and again on one data directory, and reads back after each
 * restart whether everything that was acknowledged is there: once, in order, and nothing else.
 */
export async function kill9(rounds: number, seed: number, say: (line: string) => void): Promise<Kill9Report> {
  const random = new Random(seed)
  const lives = Array.from({ length: rounds }, () => random.between(50, 1500))
  const ledger = new Ledger()
  const home = await mkdtemp(join(tmpdir(), 'rivulet-kill9-'))
  const faults: string[] = []
  const ready: number[] = []

  let since = 0
  for (let round = 0; round <= rounds && faults.length === 0; round++) {
    const server = await startServer(home)
    if (round > 0) ready.push(server.readyMs)
    // Every round what it touched; after the last everything.
    const touched = ledger.streams.filter((stream) => round === rounds || lastSent(stream) >= since)
    faults.push(...(await verify(server, ledger, touched)))
    since = now()

    const before = ledger.count()
    const life = faults.length === 0 ? lives[round] : undefined
    if (life === undefined) await server.kill()
    else await writeAndKill(server, ledger, new Random(seed + round), life)
    faults.push(...ledger.oddities.splice(0))
    const wrote = life === undefined ? 'read back' : `${ledger.count() - before} acknowledged, killed after ${life} ms`
    say(`kill9 ${round + 1}: ready after ${server.readyMs.toFixed(0)} ms, ${wrote}, ${faults.length} faults`)
  }

  if (faults.length === 0) await rm(home, { recursive: true })
  else say(`kill9: the data directory is kept in ${home}; repeat with --seed ${seed}`)
  ready.sort((a, b) => a - b)
  const readyMs = { median: Math.round(ready[ready.length >> 1] ?? 0), max: Math.round(ready.at(-1) ?? 0) }
  return { proof: 'kill9', seed, rounds, acknowledged: ledger.count(), readyMs, faults }
}

async function writeAndKill(server: Server, ledger: Ledger, random: Random, life: number): Promise<void> {
  const load = new Load(server.api, ledger, random)
  await sleep(life)
  load.doom()
  await server.kill()
  await load.stop()
  ledger.close()
}

async function verify(server: Server, ledger: Ledger, streams: StreamRecord[]): Promise<string[]> {
  const client = new Client(server.api, token)
  try {
    const found = await readByApi(client, streams, ledger.posts.size > 0 ? places : [])
    return compare(ledger, found, { settle: true, streams })
  } finally {
    client.close()
  }
}

const lastSent = (stream: StreamRecord): number =>
  Math.max(stream.start.sentAt, stream.deltas.entries.at(-1)?.sentAt ?? 0, stream.stop?.sentAt ?? 0)
