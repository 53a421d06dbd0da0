import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaults, streamKey } from '#check/check'
import { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { Client } from '#load/client'
import { signIn } from '#load/feedReader'
import { Random } from '#load/random'
import { createSchema } from '#load/schema'
import { targets, token } from '#load/workspace'
import { CountingApp } from './apps.ts'
import { injectFaults } from './faults.ts'
import { Node } from './node.ts'
import { Pulse } from './pulse.ts'
import { Readers } from './readers.ts'
import { addressOf, Relay } from './relay.ts'
import { SdkWriters } from './sdkWriters.ts'
import { startPostgres, startRedis } from './services.ts'
import { ClusterWriters } from './writers.ts'

const nodeCount = 3
export interface ClusterReport {
  proof: 'cluster'
  seed: number
  checked: boolean
  postgres: 'own' | 'given'
  faultsInjected: Record<string, number>
  acknowledged: number
  streams: number
  repeated: number
  longestCallMs: number
  /** The longest that a node took which was asked to stop. */
  longestStopMs: number
  /**
   * From the end of all faults of a round until every node has acknowledged a message and shown those of all nodes to a
   * reader. `calm`: as long as this takes before the first fault.
   */
  healedMs: { calm: number; median: number; longest: number }
  /** Messages of which the app has got the event, events that it got again, and those that it got after the end of the load. */
  events: number
  eventsLate: number
  eventsRepeated: number
  reconnects: number
  resumed: number
  deltas: number
  faults: string[]
}

export interface ClusterOptions {
  faults: number
  seed: number
  /** How many write to each of eight streams at a time, and how many read. */
  writersPerStream?: number
  readers?: number
  /** The address of a PostgreSQL server. It gets one of its own if absent. */
  store?: string | undefined
  /** The servers do not check at the commit what they believed. */
  unchecked?: boolean
}

/**
 * Runs three nodes on one PostgreSQL and one Redis, with writers and readers spread over them, and lets one after another
 * of all these processes, and the connections between them, fail. In the end everything acknowledged is there, once and in
 * order, nothing else is, each reader has seen all of it, and the app has got each event.
 */
export async function proveCluster(options: ClusterOptions, print: (line: string) => void): Promise<ClusterReport> {
  const { seed, unchecked = false } = options
  const random = new Random(seed)
  const home = await mkdtemp(join(tmpdir(), 'rivulet-cluster-'))
  const ending = new AsyncDisposableStack()
  ending.defer(() => rm(home, { recursive: true, force: true }))
  const faults: string[] = []
  try {
    const own = options.store === undefined ? await startPostgres(home) : undefined
    if (own) ending.defer(() => own.stop())
    const schema = await createSchema(own?.url ?? options.store ?? '', `proof_${seed}_${Date.now()}`)
    ending.defer(() => schema.drop())
    const redis = await startRedis()
    ending.defer(() => redis.kill())
    const env = unchecked ? { RIVULET_PROOF_UNCHECKED: 'yes' } : {}
    const services = { postgres: schema.url, redis: redis.url, key: join(home, 'key'), env }
    const nodes = await Promise.all(
      Array.from({ length: nodeCount }, (_, i) => Node.create(join(home, `node${i + 1}`), services)),
    )
    ending.defer(async () => {
      if (faults.length > 0)
        print(`cluster: what the nodes said last: ${nodes.map((n) => n.readErrorOutput()).join('')}`)
      await Promise.all(nodes.map((node) => node.close()))
    })
    // All at once: one of them makes the tables.
    const started = await Promise.allSettled(nodes.map((node) => node.start()))
    for (const { reason } of started.filter((outcome) => outcome.status === 'rejected')) throw reason

    const door = await Relay.start(() => addressOf(random.pick(nodes).origin))
    ending.defer(() => door.close())
    const api = `http://127.0.0.1:${door.port}/api/`
    const app = await CountingApp.start(api)
    ending.defer(() => app.stop())
    const cookie = await signIn(nodes[0]?.origin ?? '', 'T0PROOF', 'U0PROOF')
    const readers = new Readers(nodes, cookie, random, options.readers ?? 6)
    ending.defer(() => readers.stop())
    const pulse = new Pulse(nodes, cookie, print)
    ending.defer(() => pulse.stop())
    const ledger = new Ledger()
    // Without the check, the database refuses some of what is wrong by itself.
    const tolerated = unchecked ? ['internal_error', 'message_not_in_streaming_state'] : []
    const writers = new ClusterWriters(nodes, ledger, new Random(seed + 1), {
      tolerated,
      writersPerStream: options.writersPerStream ?? 2,
    })
    const sdkWriters = new SdkWriters(api, ledger, tolerated)
    faults.push(...(await pulse.measure()))
    const disturbPostgres = () => (own ? own.restart() : schema.cut())
    const stopMs: number[] = []
    const injected = await injectFaults({ nodes, redis, disturbPostgres, pulse, stopMs }, options.faults, random, print)
    await Promise.all([writers.stop(), sdkWriters.stop()])
    print(`cluster: ${ledger.countAcknowledged()} acknowledged, reading back`)
    faults.push(...injected.found, ...ledger.unexpected, ...nodes.flatMap(({ unexpected }) => unexpected))
    faults.push(...(await app.finish(ledger, schema.describeEvents)), ...(await readBack(nodes, ledger, readers)))
    const [calm = 0, ...healed] = pulse.measured
    healed.sort((one, other) => one - other)
    return {
      proof: 'cluster',
      seed,
      checked: !unchecked,
      postgres: own ? 'own' : 'given',
      faultsInjected: injected.counts,
      acknowledged: ledger.countAcknowledged(),
      streams: ledger.streams.length,
      repeated: writers.repeated,
      longestCallMs: Math.round(writers.longestCallMs),
      longestStopMs: Math.max(0, ...stopMs),
      healedMs: { calm, median: healed[Math.floor(healed.length / 2)] ?? 0, longest: healed.at(-1) ?? 0 },
      events: app.count,
      eventsLate: app.lateAtEnd,
      eventsRepeated: app.repeated,
      reconnects: readers.reconnects,
      resumed: readers.sum('resumed'),
      deltas: readers.sum('deltas'),
      faults: faults.slice(0, 20),
    }
  } catch (error) {
    faults.push(String(error))
    throw error
  } finally {
    await ending.disposeAsync()
  }
}

/** Reads everything at one node, and compares it with what was acknowledged and with what the readers saw. */
async function readBack(nodes: readonly Node[], ledger: Ledger, readers: Readers): Promise<string[]> {
  const origin = nodes[0]?.origin ?? ''
  const client = new Client(`${origin}/api/`, token)
  try {
    const found = await readByApi(client, ledger.streams, targets)
    const read = ledger.streams.filter(({ target }) => readers.channels.includes(target.channel))
    const expected = new Map(
      read.map((stream) => [streamKey(stream), found.streams.get(streamKey(stream))?.text ?? '']),
    )
    return [...findFaults(ledger, found), ...(await readers.finish(expected))]
  } finally {
    client.close()
  }
}
