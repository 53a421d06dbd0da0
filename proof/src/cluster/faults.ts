import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#load/random'
import type { Node } from './node.ts'

/** How long a node that was asked to stop may take, on a machine that has much else to do. Milliseconds. */
const maxStopMs = 20_000

export interface Cluster {
  nodes: readonly Node[]
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
  async stopNode(_, node, random) {
    const ended = await Promise.race([node.stop(), sleep(maxStopMs, 'still running', { ref: false })])
    const said = node.readErrorOutput()
    if (ended !== 0) await node.kill()
    await sleep(random.between(0, 500))
    await node.start()
    return ended === 0 ? [] : [`${node.name} was asked to stop and ended with ${ended}: ${said}`]
  },
  async pauseNode(_, node, random) {
    node.freeze()
    await sleep(random.between(500, 4000))
    node.thaw()
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
const ofNodes = ['killNode', 'stopNode', 'pauseNode']

/**
 * Lets `count` things go wrong, one every second or two, before the last is healed. One node of the cluster is always
 * well. Resolves once all is healed.
 */
export async function injectFaults(
  cluster: Cluster,
  count: number,
  random: Random,
  print: (line: string) => void,
): Promise<{ counts: Record<string, number>; found: string[] }> {
  const counts: Record<string, number> = {}
  const found: string[] = []
  const busy = new Set<string>()
  const healing: Promise<void>[] = []
  // Each kind comes once before one comes again.
  let kinds: string[] = []
  for (let n = 1; n <= count; n++) {
    await sleep(random.between(1000, 2000))
    if (kinds.length === 0) kinds = Object.keys(faults)
    const kind = random.pick(kinds)
    kinds = kinds.filter((other) => other !== kind)
    const part = ofNodes.includes(kind) ? 'nodes' : kind.endsWith('Redis') ? 'redis' : 'postgres'
    // What is to go wrong now is well before.
    while (part === 'nodes' ? cluster.nodes.filter((node) => node.isWell).length < 2 : busy.has(part)) await sleep(50)
    const node = random.pick(cluster.nodes.filter(({ isWell }) => isWell))
    counts[kind] = (counts[kind] ?? 0) + 1
    const name = part === 'nodes' ? `${kind} ${node.name}` : kind
    print(`cluster ${n}: ${name}`)
    if (part !== 'nodes') busy.add(part)
    const heal = async () => {
      try {
        found.push(...((await faults[kind]?.(cluster, node, random)) ?? []))
      } catch (error) {
        found.push(`${name} did not heal: ${String(error)}`)
      }
      busy.delete(part)
    }
    healing.push(heal())
    if (found.length > 0) break
  }
  await Promise.all(healing)
  return { counts, found }
}
