import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#load/random'
import type { Node } from './node.ts'
import type { Cable } from './network/network.ts'
import { goalMs, type Healing } from './healing.ts'

/** How long a node that was asked to stop may take, on a machine that has much else to do. Milliseconds. */
const maxStopMs = 20_000

/** How far apart the clocks of nodes are. */
const clockSeconds = 2
/** How many faults are at work together at most. */
const maxTogether = 3

export interface Cluster {
  /** How long each node took that was asked to stop, milliseconds. */
  stopMs: number[]
  nodes: readonly Node[]
  pulse: { measure(): Promise<{ ms: number; found: string[] }> }
  healing: Healing
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
    await sleep(pickMs(random, 5000))
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
    for (const cable of [redis, postgres]) await cable.slow(true)
    await sleep(pickMs(random, 5000))
    for (const cable of [redis, postgres]) await cable.slow(false)
    return []
  },
  async turnClock(_, node, random) {
    const seconds = random.pick([-clockSeconds, clockSeconds])
    await node.turnClock(seconds)
    await sleep(pickMs(random, 5000))
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
    await sleep(pickMs(random, 10_000))
    redis.thaw()
    return []
  },
  async disturbPostgres({ disturbPostgres }) {
    await disturbPostgres()
    return []
  },
}
const ofServices: Record<string, string> = { killRedis: 'redis', pauseRedis: 'redis', disturbPostgres: 'postgres' }

async function cut(cables: readonly Cable[], random: Random): Promise<string[]> {
  for (const cable of cables) await cable.cut()
  await sleep(pickMs(random, 5000))
  for (const cable of cables) await cable.heal()
  return []
}

/** How long a fault lasts: now and then as long as `longestMs`, and else up to 2.5 seconds. */
function pickMs(random: Random, longestMs: number): number {
  return random.chance(0.15) ? longestMs : random.between(500, 2500)
}

/**
 * Lets `count` things go wrong, one about every second, up to three before the first is healed. One node is always well.
 * After each such round it is measured how soon all nodes work again. Resolves once all is healed. `before`: how many went
 * wrong before these.
 */
export async function injectFaults(
  cluster: Cluster,
  { count, before }: { count: number; before: number },
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
    const ended: string[] = []
    for (let i = 0; i < together; i++) {
      await sleep(random.between(500, 1500))
      if (kinds.length === 0) kinds = Object.keys(faults)
      const well = cluster.nodes.filter(({ isWell }) => isWell)
      const isPossible = (kind: string) => (ofServices[kind] ? !busy.has(ofServices[kind]) : well.length > 1)
      const possible = kinds.filter(isPossible)
      if (possible.length === 0) break
      const kind = random.pick(possible)
      kinds = kinds.filter((other) => other !== kind)
      counts[kind] = (counts[kind] ?? 0) + 1
      const node = random.pick(well)
      const name = `${kind}${ofServices[kind] ? '' : ` ${node.name}`}`
      print(`cluster ${before + ++n}: ${name}`)
      const healed = injectFault(kind, busy, { cluster, node, random, found })
      healing.push(healed.then(() => void ended.push(name)))
    }
    await Promise.all(healing)
    const measured = await cluster.pulse.measure()
    cluster.healing.add(ended.at(-1)?.split(' ')[0] ?? '', measured.ms)
    if (measured.ms > goalMs) print(`cluster: that took longer than ${goalMs / 1000} s, after ${ended.join(', ')}`)
    found.push(...measured.found)
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
