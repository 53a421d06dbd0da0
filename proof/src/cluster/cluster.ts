import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger } from '#check/ledger'
import { signIn } from '#load/feedReader'
import { Random } from '#load/random'
import { createSchema } from '#load/schema'
import { HttpApp } from '#cluster/apps/httpApp'
import { SocketModeApp } from '#cluster/apps/socketModeApp'
import { type Distribution, Healing } from './healing.ts'
import { addressOf, Relay } from './network/relay.ts'
import { createNetwork } from './network/createNetwork.ts'
import { Node } from './node.ts'
import { type PartReport, readChannels, runPart } from './part.ts'
import { Pulse } from './pulse.ts'
import { ReaderProcesses } from './readersProcess.ts'
import { startPostgres, startRedis } from './services.ts'
import { createClusterWorkspace } from './workspace.ts'

const nodeCount = 3
/** After so many faults everything is read back and compared. */
const faultsPerPart = 50

export interface ClusterReport {
  proof: 'cluster'
  seed: number
  checked: boolean
  postgres: 'own' | 'given'
  network: 'namespaces' | 'relays'
  minutes: number
  faultsInjected: Record<string, number>
  acknowledged: number
  streams: number
  repeated: number
  longestCallMs: number
  /** The longest that a node took which was asked to stop. */
  longestStopMs: number
  /**
   * From the end of all faults of a round until every node has acknowledged a message and shown those of all nodes to a
   * reader. `calmMs`: as long as this takes without faults: before all users come, before each 50 faults,
   * and after the last.
   */
  healed: Distribution & { calmMs: number[] }
  /** Messages of which the apps have got the event, events that they got again, and those that came after the end of their part. */
  events: number
  eventsOverHttp: number
  eventsLate: number
  eventsRepeated: number
  reconnects: number
  /** How connections of readers ended that they did not end themselves. */
  losses: Record<string, number>
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
  /** Relays stand for the network also where namespaces are allowed. */
  relays?: boolean
  /** The servers do not check at the commit what they believed. */
  unchecked?: boolean
  /** Whether it is a fault if nodes work again too late, as far as the machine lets that be told. */
  judgesHealing?: boolean
}

/**
 * Runs three nodes on one PostgreSQL and one Redis, with writers and readers spread over them, and lets one after another
 * of all these processes, and the connections between them, fail. In the end everything acknowledged is there, once and in
 * order, nothing else is, each reader has seen all of it, and the apps have got each event.
 */
export async function proveCluster(options: ClusterOptions, print: (line: string) => void): Promise<ClusterReport> {
  const { seed, unchecked = false, relays = false } = options
  const began = performance.now()
  const random = new Random(seed)
  const home = await mkdtemp(join(tmpdir(), 'rivulet-cluster-'))
  const ending = new AsyncDisposableStack()
  ending.defer(() => rm(home, { recursive: true, force: true }))
  const faults: string[] = []
  try {
    const network = await createNetwork(!relays && options.store === undefined, print)
    ending.defer(() => network.close())
    const own = options.store === undefined ? await startPostgres(home, await network.createPlace()) : undefined
    if (own) ending.defer(() => own.stop())
    const schema = await createSchema(own?.url ?? options.store ?? '', `proof_${seed}_${Date.now()}`)
    ending.defer(() => schema.drop())
    const redis = await startRedis(await network.createPlace())
    ending.defer(() => redis.kill())
    const env = unchecked ? { RIVULET_PROOF_UNCHECKED: 'yes' } : {}
    const httpApp = await HttpApp.start(network.host)
    ending.defer(() => httpApp.stop())
    const workspace = createClusterWorkspace(httpApp.url)
    const services = { network, postgres: schema.url, redis: redis.url, key: join(home, 'key'), workspace, env }
    const nodes = await Promise.all(
      Array.from({ length: nodeCount }, (_, i) => Node.create(join(home, `node${i + 1}`), services)),
    )
    ending.defer(async () => {
      if (faults.length > 0)
        print(`cluster: what the nodes said last: ${nodes.map((n) => n.readErrorOutput()).join('')}`)
      await Promise.all(nodes.map((node) => node.kill()))
    })
    // All at once: one of them makes the tables.
    const started = await Promise.allSettled(nodes.map((node) => node.start()))
    for (const { reason } of started.filter((outcome) => outcome.status === 'rejected')) throw reason

    const door = await Relay.start(() => addressOf(random.pick(nodes).origin))
    ending.defer(() => door.close())
    const api = `http://127.0.0.1:${door.port}/api/`
    const socketModeApp = await SocketModeApp.start(api)
    ending.defer(() => socketModeApp.stop())
    const events = [socketModeApp.events, httpApp.events]
    const cookie = await signIn(nodes[0]?.origin ?? '', 'T0PROOF', 'U0PROOF')
    const readers = new ReaderProcesses({ cookie, channels: readChannels, count: options.readers ?? 6, seed: seed + 2 })
    ending.defer(() => readers.stop())
    const tellReaders = () => readers.move(nodes.map(({ origin }) => origin))
    for (const node of nodes) node.onStart = tellReaders
    tellReaders()
    const pulse = new Pulse(nodes, cookie, print)
    ending.defer(() => pulse.stop())

    const calm = await pulse.measure()
    faults.push(...calm.found)
    const healing = new Healing()
    const stopMs: number[] = []
    const disturbPostgres = () => (own ? own.restart() : schema.cut())
    const cluster = { nodes, redis, disturbPostgres, pulse, healing, stopMs }
    // Without the check, the database refuses some of what is wrong by itself.
    const tolerated = unchecked ? ['internal_error', 'message_not_in_streaming_state'] : []
    const users = { api, events, readers, writersPerStream: options.writersPerStream ?? 2, tolerated }
    const parts: PartReport[] = []
    let previous: Ledger | undefined
    for (let before = 0; before < options.faults && faults.length === 0; before += faultsPerPart) {
      const count = Math.min(faultsPerPart, options.faults - before)
      const part = await runPart(cluster, users, { count, before, previous }, new Random(seed + 1 + before), print)
      previous = part.ledger
      parts.push(part.report)
      faults.push(...part.report.faults)
      const memory = [process.memoryUsage().rss / 2 ** 20, ...nodes.map((node) => node.memory)].map(Math.round)
      print(
        `cluster: ${before + count} of ${options.faults} faults in ${formatMinutes(began)} minutes, ` +
          `${sum(parts, 'acknowledged')} acknowledged, ${JSON.stringify(healing.all)}; this process and the nodes use ` +
          `${memory.join(', ')} MiB, PostgreSQL ${await schema.countMebibytes().catch(() => '?')} MiB`,
      )
    }
    for (const received of events) faults.push(...(await received.finish(schema.describeEvents)))
    const calmMs = [calm.ms, ...parts.map((part) => part.calmMs), (await pulse.measure()).ms]
    if (options.judgesHealing && faults.length === 0) faults.push(...healing.judge(calmMs))
    for (const line of healing.table) print(line)
    return {
      proof: 'cluster',
      seed,
      checked: !unchecked,
      postgres: own ? 'own' : 'given',
      network: network.kind,
      minutes: Number(formatMinutes(began)),
      faultsInjected: countKinds(parts),
      acknowledged: sum(parts, 'acknowledged'),
      streams: sum(parts, 'streams'),
      repeated: sum(parts, 'repeated'),
      longestCallMs: Math.max(0, ...parts.map(({ longestCallMs }) => longestCallMs)),
      longestStopMs: Math.max(0, ...stopMs),
      healed: { ...healing.all, calmMs },
      events: sum(events, 'count'),
      eventsOverHttp: httpApp.events.count,
      eventsLate: sum(events, 'late'),
      eventsRepeated: sum(events, 'repeated'),
      reconnects: readers.sum('reconnects'),
      losses: readers.losses,
      resumed: readers.sum('resumed'),
      deltas: readers.sum('deltas'),
      faults: [...new Set(faults)].slice(0, 20),
    }
  } catch (error) {
    faults.push(String(error))
    throw error
  } finally {
    await ending.disposeAsync()
  }
}

function sum<Field extends string>(all: readonly Record<Field, number>[], field: Field): number {
  return all.reduce((total, one) => total + one[field], 0)
}

function countKinds(parts: readonly PartReport[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { faultsInjected } of parts)
    for (const [kind, count] of Object.entries(faultsInjected)) counts[kind] = (counts[kind] ?? 0) + count
  return counts
}

const formatMinutes = (began: number): string => ((performance.now() - began) / 60_000).toFixed(1)
