import { Helper } from './helper.ts'
import { isLoadResult, type LoadJob, type LoadResult } from './loadJob.ts'
import { median, ratio, type Row } from './report.ts'
import { type Server, startServer, withHome } from './server.ts'
import { appendRequest, openStreams, stopStreams } from './streams.ts'

const connections = 64
const appendsEach = 80
const short = 1000
const long = 100_000

/** Appends whose cost must be the same: those of `plain`, and those of `other`, which are called as named. */
interface Comparison {
  of: string
  plain: () => Promise<LoadResult>
  other: () => Promise<LoadResult>
}

/** Whether an append costs more in a stream that is long, or beside many that are open. */
export function flat(rounds: number, open: number): Promise<Row[]> {
  return withHome(async (home) => {
    const generator = new Helper<LoadJob, LoadResult>('load.ts', isLoadResult)
    const quiet = await startServer(`${home}/quiet/data`)
    const busy = await startServer(`${home}/busy/data`)
    await openStreams(busy, open, short)
    const batch = async (server: Server, chars: number): Promise<LoadResult> => {
      const streams = await openStreams(server, connections, chars)
      const requests = streams.map((ts) => appendRequest(server, ts))
      const port = Number(new URL(server.url).port)
      const job = { port, pid: server.pid, requests, warmMs: 0, measureMs: 0, each: appendsEach }
      const result = await generator.ask(job)
      await stopStreams(server, streams)
      return result
    }

    const plain = () => batch(quiet, short)
    const comparisons: Comparison[] = [
      { of: 'to a stream of 100 KB, to 1 KB', plain, other: () => batch(quiet, long) },
      { of: `beside ${open} open streams, to none`, plain, other: () => batch(busy, short) },
    ]
    const rows: Row[] = []
    for (const comparison of comparisons) rows.push(...(await compare(rounds, comparison)))
    generator.end()
    await Promise.all([quiet.stop(), busy.stop()])
    return rows
  })
}

async function compare(rounds: number, { of, plain, other }: Comparison): Promise<Row[]> {
  await plain()
  await other()
  const plains: LoadResult[] = []
  const others: LoadResult[] = []
  for (let round = 0; round < rounds; round++) {
    plains.push(await plain())
    others.push(await other(), await other())
    plains.push(await plain())
  }
  const row = (what: string, unit: string, figure: (result: LoadResult) => number): Row => ({
    what: `${what} of an append ${of}`,
    figure: `${median(others.map(figure)).toFixed(2)} ${unit} to ${median(plains.map(figure)).toFixed(2)} ${unit}`,
    ...ratio(others.map(figure), plains.map(figure)),
    goal: { most: 1.1 },
  })
  return [
    row('processor time', 'µs', ({ cpuPerRequest }) => cpuPerRequest),
    row('median latency', 'ms', ({ p50 }) => p50),
  ]
}
