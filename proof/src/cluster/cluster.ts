import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults, streamKey } from '#check/check'
import { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { Client } from '#load/client'
import { FeedReader, signIn } from '#load/feedReader'
import { Random } from '#load/random'
import { createSchema } from '#load/schema'
import { targets, token } from '#load/workspace'
import { injectFaults } from './faults.ts'
import { createNode, type Node } from './node.ts'
import { startPostgres, startRedis } from './services.ts'
import { ClusterWriters } from './writers.ts'

const nodeCount = 3
const readerCount = 6
/** How long the readers may take to see the end, on a machine that has much else to do. */
const settleMs = 60_000

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
  reconnects: number
  resumed: number
  deltas: number
  faults: string[]
}

export interface ClusterOptions {
  faults: number
  seed: number
  /** The address of a PostgreSQL server. It gets one of its own if absent. */
  store?: string | undefined
  /** The servers do not check at the commit what they believed. */
  unchecked?: boolean
}

/**
 * Runs three nodes on one PostgreSQL and one Redis, with writers and readers spread over them, and lets one after another
 * of all these processes fail. In the end everything acknowledged is there, once and in order, nothing else is, and each
 * reader has seen all of it.
 */
export async function proveCluster(options: ClusterOptions, print: (line: string) => void): Promise<ClusterReport> {
  const { seed, unchecked = false } = options
  const random = new Random(seed)
  const home = await mkdtemp(join(tmpdir(), 'rivulet-cluster-'))
  const own = options.store === undefined ? await startPostgres(home) : undefined
  const schema = await createSchema(own?.url ?? options.store ?? '', `proof_${seed}_${Date.now()}`)
  const redis = await startRedis()
  const flags = ['--store', schema.url, '--key', join(home, 'key'), '--bus', redis.url]
  const env = unchecked ? { RIVULET_PROOF_UNCHECKED: 'yes' } : {}
  const nodes = Array.from({ length: nodeCount }, (_, i) => createNode(join(home, `node${i + 1}`), flags, env))
  const faults: string[] = []
  let readers: Readers | undefined
  try {
    // Without the check, the database refuses some of what is wrong by itself.
    const tolerated = unchecked ? ['internal_error', 'message_not_in_streaming_state'] : []
    // All at once: one of them makes the tables.
    await Promise.all(nodes.map((node) => node.start()))
    const ledger = new Ledger()
    readers = await Readers.start(nodes, random)
    const writers = new ClusterWriters(nodes, ledger, new Random(seed + 1), tolerated)
    const disturbPostgres = () => (own ? own.restart() : schema.cut())
    const injected = await injectFaults({ nodes, redis, disturbPostgres }, options.faults, random, print)
    await writers.stop()
    print(`cluster: ${ledger.countAcknowledged()} acknowledged, reading back`)
    faults.push(...injected.found, ...ledger.unexpected, ...(await readBack(nodes, ledger, readers)))
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
      reconnects: readers.reconnects,
      resumed: readers.sum('resumed'),
      deltas: readers.sum('deltas'),
      faults: faults.slice(0, 20),
    }
  } finally {
    await readers?.stop()
    await Promise.all(nodes.map((node) => node.kill()))
    await redis.kill()
    if (faults.length > 0) print(`cluster: what the nodes said last: ${nodes.map((n) => n.readErrorOutput()).join('')}`)
    await schema.drop()
    await own?.stop()
    await rm(home, { recursive: true, force: true })
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

/** People who read at any node, and come again at another one when their connection ends, or after a while. */
class Readers {
  reconnects = 0
  readonly channels = [...new Set(targets.map(({ channel }) => channel))].filter((channel) => channel.startsWith('C'))
  readonly #readers: FeedReader[]
  readonly #loops: Promise<void>[]
  readonly #ending = new AbortController()

  static async start(nodes: readonly Node[], random: Random): Promise<Readers> {
    return new Readers(nodes, await signIn(nodes[0]?.origin ?? '', 'T0PROOF', 'U0PROOF'), random)
  }

  constructor(nodes: readonly Node[], cookie: string, random: Random) {
    const pickOrigin = () => random.pick(nodes).origin
    this.#readers = Array.from({ length: readerCount }, () => new FeedReader(pickOrigin, cookie, this.channels))
    this.#loops = this.#readers.map((reader) => this.#read(reader, random))
  }

  async #read(reader: FeedReader, random: Random): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const connection = await reader.connectOnce().catch(() => undefined)
      const pause = sleep(connection ? random.between(2000, 15_000) : 100, undefined, { signal }).catch(() => {})
      await (connection ? Promise.race([pause, connection.ended]) : pause)
      this.reconnects++
      reader.cut()
    }
  }

  sum(field: 'resumed' | 'deltas'): number {
    return this.#readers.reduce((sum, reader) => sum + reader[field], 0)
  }

  /** Waits until all have seen these texts. Returns what they did not see, and what they should not have seen. */
  async finish(expected: ReadonlyMap<string, string>): Promise<string[]> {
    const deadline = performance.now() + settleMs
    const differing = () => this.#readers.flatMap((reader) => reader.findDifferences(expected))
    while (differing().length > 0 && performance.now() < deadline) await sleep(200)
    return [...differing(), ...this.#readers.flatMap((reader) => reader.faults)]
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const reader of this.#readers) reader.cut()
    await Promise.all(this.#loops)
  }
}
