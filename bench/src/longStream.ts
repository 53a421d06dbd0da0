import { Helper } from './helper.ts'
import { isLoadResult, type LoadJob, type LoadResult } from './loadJob.ts'
import { median, ratio, type Row } from './report.ts'
import { startServer, withHome } from './server.ts'
import { appendRequest, openStreams, stopStreams } from './streams.ts'

const connections = 64
const appendsEach = 80
const short = 1000
const long = 100_000

/** Whether an append costs more in a stream that is long: batches to short and long streams in turn. */
export function longStream(rounds: number): Promise<Row[]> {
  return withHome(async (home) => {
    const generator = new Helper<LoadJob, LoadResult>('load.ts', isLoadResult)
    const server = await startServer(`${home}/data`)
    const port = Number(new URL(server.url).port)
    const batch = async (chars: number): Promise<LoadResult> => {
      const streams = await openStreams(server, connections, chars)
      const requests = streams.map((ts) => appendRequest(server, ts))
      const job = { port, pid: server.pid, requests, warmMs: 0, measureMs: 0, each: appendsEach }
      const result = await generator.ask(job)
      await stopStreams(server, streams)
      return result
    }

    await batch(short)
    await batch(long)
    const shorts: LoadResult[] = []
    const longs: LoadResult[] = []
    for (let round = 0; round < rounds; round++) {
      shorts.push(await batch(short))
      longs.push(await batch(long), await batch(long))
      shorts.push(await batch(short))
    }
    generator.end()
    await server.stop()
    const row = (what: string, unit: string, of: (result: LoadResult) => number): Row => ({
      what: `${what} of an append to a stream of 100 KB, to 1 KB`,
      figure: `${median(longs.map(of)).toFixed(2)} ${unit} to ${median(shorts.map(of)).toFixed(2)} ${unit}`,
      ...ratio(longs.map(of), shorts.map(of)),
      goal: { most: 1.1 },
    })
    return [
      row('processor time', 'µs', ({ cpuPerRequest }) => cpuPerRequest),
      row('median latency', 'ms', ({ p50 }) => p50),
    ]
  })
}
