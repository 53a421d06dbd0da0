import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#load/random'
import type { Node } from './node.ts'
import type { Relay } from './relay.ts'

/** How long a node that was asked to stop may take, on a machine that has much else to do. Milliseconds. */
const maxStopMs = 20_000

/** How much longer a slow connection takes, milliseconds, and how far apart the clocks of nodes are, seconds. */
const slowMs = 200
const clockSeconds = 2
/** How many faults are at work together at most. */
const maxTogether = 3

export interface Cluster {
  /** How long each node took that was asked to stop, milliseconds. */
  stopMs: number[]
  nodes: readonly Node[]
  pulse: { measure(): Promise<string[]> }
  redis: { start(): Promise<void>; kill(): Promise<void>; freeze(): void; thaw(): void }
  /** Ends PostgreSQL and starts it again; where it is not the proof's own, it ends the connections. */
  disturbPostgres(): Promise<void>
}

/** Something that goes wrong, and what heals it. Resolves once it is healed, with what should not have happened. */
type Fault = (cluster: Cluster, node: Node, random: Random) => Promise<string[]>

const faults: Record<string, Fault> = {
  async killNode(_, node, random) {
    await node.kill()
    await sleep(random.between(0, 1500))
    await node.start()
    return []
  },
  async stopNode({ stopMs }, node, random) {
    const began = performance.now()
    const { how, said } = await node.stop(maxStopMs)
    stopMs.push(Math.round(performance.now() - began))
    await sleep(random.between(0, 500))
    await node.start()
    return how === 0 ? [] : [`${node.name} was asked to stop and ended with ${how}: ${said}`]
  },
  async pauseNode(_, node, random) {
    node.freeze()
    await sleep(random.between(500, 4000))
    node.thaw()
    return []
  },
  async cutRedis(_, node, random) {
    return cut([node.redis], random)
  },
  async cutPostgres(_, node, random) {
    return cut([node.postgres], random)
  },
  async cutBoth(_, node, random) {
    return cut([node.redis, node.postgres], random)
  },
  async slowLinks(_, { redis, postgres }, random) {
    for (const cable of [redis, postgres]) cable.slow(slowMs)
    await sleep(random.between(1000, 5000))
    for (const cable of [redis, postgres]) cable.slow(0)
    return []
  },
  async turnClock(_, node, random) {
    const seconds = random.pick([-clockSeconds, clockSeconds])
    await node.turnClock(seconds)
    await sleep(random.between(1000, 5000))
    await node.turnClock(-seconds)
    return []
  },
  async killRedis({ redis }, _, random) {
    await redis.kill()
    await sleep(random.between(0, 3000))
    await redis.start()
    return []
  },
  async pauseRedis({ redis }, _, random) {
    redis.freeze()
    await sleep(random.between(500, 5000))
    redis.thaw()
    return []
  },
  async disturbPostgres({ disturbPostgres }) {
    await disturbPostgres()
    return []
  },
}
const ofServices: Record<string, string> = { killRedis: 'redis', pauseRedis: 'redis', disturbPostgres: 'postgres' }

async function cut(cables: readonly Relay[], random: Random): Promise<string[]> {
  for (const cable of cables) cable.cut()
  await sleep(random.between(500, 5000))
  for (const cable of cables) cable.heal()
  return []
}

/**
 * Lets `count` things go wrong, one every second or two, up to three before the first is healed. One node is always well.
 * After each such round it is measured how soon all nodes work again. Resolves once all is healed.
 */
export async function injectFaults(
  cluster: Cluster,
  count: number,
  random: Random,
  print: (line: string) => void,
): Promise<{ counts: Record<string, number>; found: string[] }> {
  const counts: Record<string, number> = {}
  const found: string[] = []
  // Each kind comes once before one comes again.
  let kinds: string[] = []
  let n = 0
  while (n < count && found.length === 0) {
    const busy = new Set<string>()
    const healing: Promise<void>[] = []
    const together = Math.min(random.between(1, maxTogether), count - n)
    for (let i = 0; i < together; i++) {
      await sleep(random.between(1000, 2000))
      if (kinds.length === 0) kinds = Object.keys(faults)
      const well = cluster.nodes.filter(({ isWell }) => isWell)
      const isPossible = (kind: string) => (ofServices[kind] ? !busy.has(ofServices[kind]) : well.length > 1)
      const possible = kinds.filter(isPossible)
      if (possible.length === 0) break
      const kind = random.pick(possible)
      kinds = kinds.filter((other) => other !== kind)
      counts[kind] = (counts[kind] ?? 0) + 1
      const node = random.pick(well)
      print(`cluster ${++n}: ${kind}${ofServices[kind] ? '' : ` ${node.name}`}`)
      healing.push(injectFault(kind, busy, { cluster, node, random, found }))
    }
    await Promise.all(healing)
    found.push(...(await cluster.pulse.measure()))
  }
  return { counts, found }
}

interface Place {
  cluster: Cluster
  node: Node
  random: Random
  found: string[]
}

/** Resolves once it is healed. */
async function injectFault(kind: string, busy: Set<string>, { cluster, node, random, found }: Place): Promise<void> {
  const service = ofServices[kind]
  if (service) busy.add(service)
  else node.isWell = false
  try {
    found.push(...((await faults[kind]?.(cluster, node, random)) ?? []))
  } catch (error) {
    found.push(`${kind} ${node.name} did not heal: ${String(error)}`)
  }
  if (service) busy.delete(service)
  else node.isWell = true
}
