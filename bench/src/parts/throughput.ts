import { signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { isLoadResult, type LoadJob, type LoadResult } from '#processes/loadJob'
import { maxOtherLoad, measureWhenQuiet } from '#measure/whenQuiet'
import { compareSeries, median, type ReportRow } from '#report'
import {
  type Server,
  startBareServer,
  startServer,
  startServerForViewers,
  withTemporaryDirectory,
} from '#servers/server'
import { createAppendRequest, openStreams, readSampleAnswer, stopStreams } from '#servers/streams'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

const connections = 64
const viewerCount = 100

interface Side {
  server: Server
  name: 'bare' | 'alone' | 'watched'
  isRivulet: boolean
  viewers?: BenchProcess<ViewersJob, ViewersResult>
}

interface Measurement extends LoadResult {
  /** What the viewers received during the window. */
  received: ViewersResult | undefined
}

/** Appends on 64 connections, compared with a bare node:http server that parses the same and answers a constant. */
export function measureThroughput(
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const generator = new BenchProcess<LoadJob, LoadResult>('loadGenerator.ts', isLoadResult)
    const viewersProcess = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    const alone = await startServer(`${directory}/alone/data`)
    const watched = await startServerForViewers(`${directory}/watched/data`)
    const bare = await startBareServer(await readSampleAnswer(alone))

    const cookies = await signInAll(watched, viewerIds)
    await viewersProcess.run({ kind: 'connect', url: watched.url, cookies, count: viewerCount, channel })

    const bareSide: Side = { server: bare, name: 'bare', isRivulet: false }
    const aloneSide: Side = { server: alone, name: 'alone', isRivulet: true }
    const watchedSide: Side = { server: watched, name: 'watched', isRivulet: true, viewers: viewersProcess }
    const sides = [bareSide, aloneSide, watchedSide]
    const results: Record<Side['name'], Measurement[]> = { bare: [], alone: [], watched: [] }
    // A warm-up of each server, until the engine has compiled the hot code.
    for (const side of sides) await measureWindow(generator, side, Math.max(3, seconds))
    for (let round = 1; round <= rounds; round++) {
      for (const side of [...sides, ...sides.toReversed()]) {
        const result = await measureWhenQuiet(() => measureWindow(generator, side, seconds))
        results[side.name].push(result)
        print(`round ${round}: ${side.name.padEnd(7)} ${formatResult(result)}`)
      }
    }
    generator.stop()
    viewersProcess.stop()
    await Promise.all([alone.stop(), watched.stop(), bare.stop()])
    const open = results.watched.at(-1)?.received?.open
    if (open !== viewerCount) throw new Error(`of ${viewerCount} viewers only ${open} are left: the figures are void`)
    return createRows(results)
  })
}

async function measureWindow(
  generator: BenchProcess<LoadJob, LoadResult>,
  { server, isRivulet, viewers }: Side,
  seconds: number,
): Promise<Measurement> {
  // New streams each time, so that none reaches its maximum length.
  const streams = isRivulet ? await openStreams(server, connections) : Array.from({ length: connections }, () => '1.0')
  const requests = streams.map((ts) => createAppendRequest(server, ts))
  const port = Number(new URL(server.url).port)
  const otherPids = viewers ? [viewers.pid] : []
  const job = { port, serverPid: server.pid, otherPids, requests, warmMs: 500, measureMs: seconds * 1000 }
  await viewers?.run({ kind: 'count' })
  const result = await generator.run(job)
  const received = await viewers?.run({ kind: 'count' })
  if (isRivulet) await stopStreams(server, streams)
  return { ...result, received }
}

function createRows(results: Record<Side['name'], Measurement[]>): ReportRow[] {
  const perSecond = (result: LoadResult): number => result.requests / result.seconds
  const cpu = (result: LoadResult): number => result.cpuPerRequest
  const p99 = (result: LoadResult): number => result.p99
  const { bare, alone, watched } = results
  const formatMedian = (list: LoadResult[], of: (result: LoadResult) => number, digits: number, unit: string): string =>
    `${median(list.map(of)).toFixed(digits)} ${unit}`
  const all = [...bare, ...alone, ...watched]
  const otherLoad = median(all.map((result) => result.otherLoad))
  const maxGeneratorLoad = Math.max(...all.map((result) => result.generatorLoad))
  const shares = watched.map(({ received, total }) => (100 * (received?.deltas ?? 0)) / total)
  const frames = watched.map(({ received, total }) => (received?.frames ?? 0) / viewerCount / total)
  return [['no viewers', alone, 0.65] as const, ['with 100 viewers', watched, 0.5] as const]
    .flatMap(([name, list, goal]): ReportRow[] => [
      {
        what: `appends per second, ${name}`,
        figure: `${formatMedian(list, perSecond, 0, '/s')} vs ${formatMedian(bare, perSecond, 0, '/s')}`,
        ...compareSeries(list.map(perSecond), bare.map(perSecond)),
        goal: { atLeast: goal },
      },
      {
        what: `processor time of an append, ${name}`,
        figure: `${formatMedian(list, cpu, 1, 'µs')} vs ${formatMedian(bare, cpu, 1, 'µs')}`,
        ...compareSeries(list.map(cpu), bare.map(cpu)),
      },
      {
        what: `p99 of an append, ${name}`,
        figure: `${formatMedian(list, p99, 2, 'ms')} vs ${formatMedian(bare, p99, 2, 'ms')}`,
        ...compareSeries(list.map(p99), bare.map(p99)),
        goal: { atMost: 3 },
      },
    ])
    .concat([
      {
        what: 'received by each viewer',
        figure: `${median(frames).toFixed(2)} frames per append, ${median(shares).toFixed(0)} % of the deltas live`,
      },
      {
        what: 'other load on the machine',
        figure: `${otherLoad.toFixed(2)} cores`,
        noisy: otherLoad > maxOtherLoad,
      },
      { what: 'maximum load of the load generator', figure: `${(maxGeneratorLoad * 100).toFixed(0)} % of a core` },
    ])
}

const formatResult = (result: LoadResult): string =>
  `${(result.requests / result.seconds).toFixed(0)}/s, ${result.cpuPerRequest.toFixed(1)} µs, ` +
  `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms, ` +
  `generator ${(result.generatorLoad * 100).toFixed(0)} %, other load ${(result.otherLoad * 100).toFixed(0)} %`
