import { signIn } from './client.ts'
import { Helper } from './helper.ts'
import { isLoadResult, type LoadJob, type LoadResult } from './loadJob.ts'
import { quiet, quietly } from './quietly.ts'
import { median, ratio, type Row } from './report.ts'
import { type Server, startBare, startServer, startWatchable, withHome } from './server.ts'
import { appendRequest, openStreams, sampleAnswer, stopStreams } from './streams.ts'
import { isViewersResult, type ViewersJob, type ViewersResult } from './viewersJob.ts'
import { channel, viewers } from './workspace.ts'

const connections = 64
const watching = 100

interface Side {
  server: Server
  name: 'bare' | 'alone' | 'watched'
  stores: boolean
  watchers?: Helper<ViewersJob, ViewersResult>
}

interface Measured extends LoadResult {
  /** What the viewers got meanwhile. */
  shown: ViewersResult | undefined
}

/** Appends on 64 connections beside a bare node:http server that parses the same and answers a constant. */
export function throughput(rounds: number, seconds: number, say: (line: string) => void): Promise<Row[]> {
  return withHome(async (home) => {
    const generator = new Helper<LoadJob, LoadResult>('load.ts', isLoadResult)
    const watchers = new Helper<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    const alone = await startServer(`${home}/alone/data`)
    const watched = await startWatchable(`${home}/watched/data`)
    const bare = await startBare(await sampleAnswer(alone))

    const cookies = await Promise.all(viewers.map((user) => signIn(watched, user)))
    await watchers.ask({ kind: 'connect', url: watched.url, cookies, count: watching, channel })

    const a: Side = { server: bare, name: 'bare', stores: false }
    const b: Side = { server: alone, name: 'alone', stores: true }
    const v: Side = { server: watched, name: 'watched', stores: true, watchers }
    const results: Record<Side['name'], Measured[]> = { bare: [], alone: [], watched: [] }
    // Until the engine has compiled what is hot, for each of them: that is not what is compared.
    for (const side of [a, b, v]) await window(generator, side, Math.max(3, seconds))
    for (let round = 1; round <= rounds; round++) {
      for (const side of [a, b, v, v, b, a]) {
        const result = await quietly(() => window(generator, side, seconds))
        results[side.name].push(result)
        say(`round ${round}: ${side.name.padEnd(7)} ${told(result)}`)
      }
    }
    generator.end()
    watchers.end()
    await Promise.all([alone.stop(), watched.stop(), bare.stop()])
    const open = results.watched.at(-1)?.shown?.open
    if (open !== watching) throw new Error(`of ${watching} viewers ${open} are left: the figures are void`)
    return rows(results)
  })
}

async function window(
  generator: Helper<LoadJob, LoadResult>,
  { server, stores, watchers }: Side,
  seconds: number,
): Promise<Measured> {
  // New streams each time, so that none comes near its limit.
  const streams = stores ? await openStreams(server, connections) : Array.from({ length: connections }, () => '1.0')
  const requests = streams.map((ts) => appendRequest(server, ts))
  const port = Number(new URL(server.url).port)
  const beside = watchers ? [watchers.pid] : []
  const job = { port, pid: server.pid, beside, requests, warmMs: 500, measureMs: seconds * 1000 }
  await watchers?.ask({ kind: 'count' })
  const result = await generator.ask(job)
  const shown = await watchers?.ask({ kind: 'count' })
  if (stores) await stopStreams(server, streams)
  return { ...result, shown }
}

function rows(results: Record<Side['name'], Measured[]>): Row[] {
  const perSecond = (result: LoadResult): number => result.requests / result.seconds
  const cpu = (result: LoadResult): number => result.cpuPerRequest
  const p99 = (result: LoadResult): number => result.p99
  const { bare, alone, watched } = results
  const told = (list: LoadResult[], of: (result: LoadResult) => number, digits: number, unit: string): string =>
    `${median(list.map(of)).toFixed(digits)} ${unit}`
  const all = [...bare, ...alone, ...watched]
  const elsewhere = median(all.map((result) => result.elsewhere))
  const busiest = Math.max(...all.map((result) => result.busy))
  const shares = watched.map(({ shown, total }) => (100 * (shown?.deltas ?? 0)) / total)
  const frames = watched.map(({ shown, total }) => (shown?.frames ?? 0) / watching / total)
  return [['alone', alone, 0.65] as const, ['with 100 viewers', watched, 0.5] as const]
    .flatMap(([name, list, goal]): Row[] => [
      {
        what: `appends per second, ${name}`,
        figure: `${told(list, perSecond, 0, '/s')} of ${told(bare, perSecond, 0, '/s')}`,
        ...ratio(list.map(perSecond), bare.map(perSecond)),
        goal: { least: goal },
      },
      {
        what: `processor time of an append, ${name}`,
        figure: `${told(list, cpu, 1, 'µs')} to ${told(bare, cpu, 1, 'µs')}`,
        ...ratio(list.map(cpu), bare.map(cpu)),
      },
      {
        what: `p99 of an append, ${name}`,
        figure: `${told(list, p99, 2, 'ms')} to ${told(bare, p99, 2, 'ms')}`,
        ...ratio(list.map(p99), bare.map(p99)),
        goal: { most: 3 },
      },
    ])
    .concat([
      {
        what: 'what each viewer got',
        figure: `${median(frames).toFixed(2)} frames an append, ${median(shares).toFixed(0)} % of the deltas as they came`,
      },
      {
        what: 'what else ran on the machine',
        figure: `${elsewhere.toFixed(2)} cores`,
        noisy: elsewhere > quiet,
      },
      { what: 'the generator at its busiest', figure: `${(busiest * 100).toFixed(0)} % of a core` },
    ])
}

const told = (result: LoadResult): string =>
  `${(result.requests / result.seconds).toFixed(0)}/s, ${result.cpuPerRequest.toFixed(1)} µs, ` +
  `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms, ` +
  `generator ${(result.busy * 100).toFixed(0)} %, elsewhere ${(result.elsewhere * 100).toFixed(0)} %`
