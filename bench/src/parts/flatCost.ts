import { BenchProcess } from '#processes/childProcess'
import { isLoadResult, type LoadJob, type LoadResult } from '#processes/loadJob'
import { compareSeries, median, type ReportRow } from '#report'
import { type Server, startServer, withTemporaryDirectory } from '#servers/server'
import { createAppendRequest, openStreams, stopStreams } from '#servers/streams'

const connections = 64
const appendsPerConnection = 80
const shortLength = 1000
const longLength = 100_000

/** Two kinds of appends that must cost the same; `name` describes both. */
interface Comparison {
  name: string
  baseline: () => Promise<LoadResult>
  variant: () => Promise<LoadResult>
}

/** Whether an append costs more in a long stream, or on a server with many open streams. */
export function measureFlatCost(rounds: number, open: number): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const generator = new BenchProcess<LoadJob, LoadResult>('loadGenerator.ts', isLoadResult)
    const idleServer = await startServer(`${directory}/idle/data`)
    const busyServer = await startServer(`${directory}/busy/data`)
    await openStreams(busyServer, open, shortLength)
    const appendBatch = async (server: Server, chars: number): Promise<LoadResult> => {
      const streams = await openStreams(server, connections, chars)
      const requests = streams.map((ts) => createAppendRequest(server, ts))
      const port = Number(new URL(server.url).port)
      const job = {
        port,
        serverPid: server.pid,
        requests,
        warmMs: 0,
        measureMs: 0,
        requestsPerConnection: appendsPerConnection,
      }
      const result = await generator.run(job)
      await stopStreams(server, streams)
      return result
    }

    const plain = () => appendBatch(idleServer, shortLength)
    const comparisons: Comparison[] = [
      { name: 'stream of 100 KB vs 1 KB', baseline: plain, variant: () => appendBatch(idleServer, longLength) },
      { name: `${open} open streams vs none`, baseline: plain, variant: () => appendBatch(busyServer, shortLength) },
    ]
    const rows: ReportRow[] = []
    for (const comparison of comparisons) rows.push(...(await compare(rounds, comparison)))
    generator.stop()
    await Promise.all([idleServer.stop(), busyServer.stop()])
    return rows
  })
}

async function compare(rounds: number, { name, baseline, variant }: Comparison): Promise<ReportRow[]> {
  await baseline()
  await variant()
  const baselines: LoadResult[] = []
  const variants: LoadResult[] = []
  for (let round = 0; round < rounds; round++) {
    baselines.push(await baseline())
    variants.push(await variant(), await variant())
    baselines.push(await baseline())
  }
  const row = (what: string, unit: string, figure: (result: LoadResult) => number): ReportRow => ({
    what: `${what} of an append, ${name}`,
    figure: `${median(variants.map(figure)).toFixed(2)} ${unit} vs ${median(baselines.map(figure)).toFixed(2)} ${unit}`,
    ...compareSeries(variants.map(figure), baselines.map(figure)),
    goal: { atMost: 1.1 },
  })
  return [
    row('processor time', 'µs', ({ cpuPerRequest }) => cpuPerRequest),
    row('median latency', 'ms', ({ p50 }) => p50),
  ]
}
