import { setTimeout as sleep } from 'node:timers/promises'
import { call, signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { readProcessorTime, readMemory } from '#measure/processorTime'
import { compareSeries, median, type ReportRow } from '#report'
import { type Server, startBareFanOutServer, startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { openStreams } from '#servers/streams'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

/** How many calls come first, and how many of them at once, until the engine has compiled the hot code. */
const warmUpCalls = 4000
const warmUpAtOnce = 16

interface Side {
  server: Server
  viewers: BenchProcess<ViewersJob, ViewersResult>
  /** The arguments of the call that makes a frame. */
  args: Record<string, string>
}

/** The cost of a stream with many viewers, compared with a `ws.send` in a loop that a call to node:http starts. */
export async function measureFanOut(counts: number[], rounds: number, times: number): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const count of counts) {
    rows.push(await withTemporaryDirectory((directory) => measureCount(`${directory}/data`, count, rounds, times)))
  }
  return rows
}

async function measureCount(data: string, count: number, rounds: number, times: number): Promise<ReportRow> {
  const server = await startServerForViewers(data)
  const cookies = await signInAll(server, viewerIds)
  const [ts = ''] = await openStreams(server, 1)
  const ours = await connect(server, cookies, count, { channel, ts, markdown_text: 'a few words ' })
  const { size } = await measureFrames(ours, count, times)
  const bare = await connect(await startBareFanOutServer(Math.round(size)), [''], count, {})
  const costs: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (const side of [ours, bare]) await warmUp(side)
  for (let round = 0; round < rounds; round++)
    for (const side of ['ours', 'bare', 'bare', 'ours'] as const)
      costs[side].push((await measureFrames(side === 'ours' ? ours : bare, count, times)).cpu)
  const memory = readMemory(server.pid)
  for (const side of [ours, bare]) {
    side.viewers.stop()
    await side.server.stop()
  }
  return {
    what: `processor time per frame, ${count} viewers`,
    figure: `${median(costs.ours).toFixed(2)} µs vs ${median(costs.bare).toFixed(2)} µs; ${(memory / 1024).toFixed(0)} MiB`,
    ...compareSeries(costs.ours, costs.bare),
  }
}

async function connect(server: Server, cookies: string[], count: number, args: Record<string, string>): Promise<Side> {
  const viewers = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
  await viewers.run({ kind: 'connect', url: server.url, cookies, count, channel })
  return { server, viewers, args }
}

async function warmUp({ server, args }: Side): Promise<void> {
  for (let calls = 0; calls < warmUpCalls; calls += warmUpAtOnce)
    await Promise.all(Array.from({ length: warmUpAtOnce }, () => call(server, 'chat.appendStream', args)))
  await sleep(1000)
}

/** The processor time of the server per frame, in microseconds, including its share of the call, and the bytes of a frame. */
async function measureFrames(
  { server, viewers, args }: Side,
  count: number,
  times: number,
): Promise<{ cpu: number; size: number }> {
  await viewers.run({ kind: 'count' })
  const before = readProcessorTime(server.pid)
  for (let i = 0; i < times; i++) {
    await call(server, 'chat.appendStream', args)
    // Waits longer than the server gathers deltas, so that each becomes its own frame.
    await sleep(40)
  }
  await sleep(500)
  const cpu = readProcessorTime(server.pid) - before
  const { frames, bytes } = await viewers.run({ kind: 'count' })
  if (frames !== times * count) throw new Error(`${times * count} frames were expected, and ${frames} came`)
  return { cpu: cpu / frames, size: bytes / frames }
}
