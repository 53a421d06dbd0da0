import { readProcessorTime } from '#measure/processorTime'
import { BenchProcess } from '#processes/childProcess'
import { isLoadResult, type LoadJob, type LoadResult } from '#processes/loadJob'
import { compareSeries, median, type ReportRow } from '#report'
import type { Server } from '#servers/server'
import { createAppendRequest, openStreams, stopStreams } from '#servers/streams'
import { type Place, usualPlace } from '#servers/workspace'

const connections = 64
/** With so many milliseconds between two appends of a connection, the processors are idle for most of the time. */
const everyMs = 20

/** Where appends go: how many connections each node has, how often they send one, and to streams of which channel. */
interface Load {
  nodes: readonly Server[]
  perNode: number
  everyMs?: number
  place: Place
}

/**
 * Processor time of an append, at one node and at two, and in a channel with very many members. `apart`: a server with data of
 * its own. What it costs beside the first one is the machine's part of what a second node costs.
 */
export async function measureAppendCost(
  [first, second]: readonly [Server, Server],
  apart: Server,
  large: Place,
  { rounds, seconds, print }: { rounds: number; seconds: number; print: (line: string) => void },
): Promise<ReportRow[]> {
  const generators = [first, second].map(() => new BenchProcess<LoadJob, LoadResult>('loadGenerator.ts', isLoadResult))
  const costOf = async ({ nodes, perNode, everyMs, place }: Load): Promise<number> => {
    const streamsOf = await Promise.all(nodes.map((node) => openStreams(node, perNode, 0, place)))
    const before = nodes.map(({ pid }) => readProcessorTime(pid))
    const results = await Promise.all(
      nodes.map((node, i) =>
        generators[i]!.run({
          port: Number(new URL(node.url).port),
          serverPid: node.pid,
          requests: (streamsOf[i] ?? []).map((stream) => createAppendRequest(node, stream, place)),
          warmMs: 500,
          measureMs: seconds * 1000,
          ...(everyMs !== undefined && { everyMs }),
        }),
      ),
    )
    const used = nodes.reduce((sum, { pid }, i) => sum + readProcessorTime(pid) - (before[i] ?? 0), 0)
    const cost = used / results.reduce((sum, { total }) => sum + total, 0)
    await Promise.all(nodes.map((node, i) => stopStreams(node, streamsOf[i] ?? [], place)))
    const share = nodes.includes(apart) ? 'nothing shared' : place.channel
    const pace = everyMs === undefined ? '' : ` every ${everyMs} ms`
    print(`nodes: ${nodes.length} with ${perNode} connections each${pace}, ${share}, ${cost.toFixed(1)} µs an append`)
    return cost
  }
  const one: Load = { nodes: [first], perNode: connections, place: usualPlace }
  /** Compares a load with that of one node which gets as many appends a second. */
  const compare = async (what: string, other: Load, goal?: ReportRow['goal']): Promise<ReportRow> => {
    const usual: Load = other.everyMs === undefined ? one : { ...one, everyMs: other.everyMs }
    const [costs, ofOne]: [number[], number[]] = [[], []]
    for (let warmUp = 0; warmUp < 2; warmUp++) {
      await costOf(usual)
      await costOf(other)
    }
    for (let round = 0; round < rounds; round++) {
      ofOne.push(await costOf(usual))
      costs.push(await costOf(other), await costOf(other))
      ofOne.push(await costOf(usual))
    }
    return {
      what: `processor time of an append, ${what}`,
      figure: `${median(costs).toFixed(1)} µs vs ${median(ofOne).toFixed(1)} µs`,
      ...compareSeries(costs, ofOne),
      ...(goal && { goal }),
    }
  }
  const both = { ...one, nodes: [first, second] }
  const control = { ...one, nodes: [first, apart] }
  const rows = [
    await compare(`two nodes with ${connections} connections each to one`, both, { atMost: 1.15 }),
    await compare('two servers that share no data, with as many each, to one', control),
    await compare(
      `two nodes with ${(connections * 1000) / everyMs} appends a second each to one`,
      { ...both, everyMs },
      { atMost: 1.15 },
    ),
    await compare('two servers that share no data, with as many a second each, to one', { ...control, everyMs }),
    await compare(`two nodes that share ${connections} connections to one`, { ...both, perNode: connections / 2 }),
    await compare('a channel of 10000 members to one of 21', { ...one, place: large }, { atMost: 1.1 }),
  ]
  for (const generator of generators) generator.stop()
  return rows
}
