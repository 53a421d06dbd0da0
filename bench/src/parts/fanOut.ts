import { setTimeout as sleep } from 'node:timers/promises'
import { call, signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { readProcessorTime, readMemory } from '#measure/processorTime'
import type { ReportRow } from '#report'
import { type Server, startBareFanOutServer, startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { openStreams } from '#servers/streams'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

interface FrameCost {
  /** Processor time of the server per frame, in microseconds, including its share of the call. */
  cpu: number
  /** Size of a frame in bytes. */
  size: number
  /** Resident memory of the server, in KiB. */
  memory: number
}

/** The cost of a stream with many viewers, compared with a `ws.send` in a loop that a call to node:http starts. */
export async function measureFanOut(counts: number[], times: number): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const count of counts) {
    const ours = await withTemporaryDirectory(async (directory) => {
      const server = await startServerForViewers(`${directory}/data`)
      const cookies = await signInAll(server, viewerIds)
      const [ts = ''] = await openStreams(server, 1)
      return measureFrames(server, cookies, count, times, { channel, ts, markdown_text: 'a few words ' })
    })
    const bare = await measureFrames(await startBareFanOutServer(Math.round(ours.size)), [''], count, times, {})
    rows.push({
      what: `processor time per frame, ${count} viewers`,
      figure: `${ours.cpu.toFixed(2)} µs vs ${bare.cpu.toFixed(2)} µs; ${(ours.memory / 1024).toFixed(0)} MiB`,
      ratio: ours.cpu / bare.cpu,
    })
  }
  return rows
}

async function measureFrames(
  server: Server,
  cookies: string[],
  count: number,
  times: number,
  args: Record<string, string>,
): Promise<FrameCost> {
  const viewersProcess = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
  await viewersProcess.run({ kind: 'connect', url: server.url, cookies, count, channel })
  const sendAll = async (): Promise<FrameCost> => {
    await viewersProcess.run({ kind: 'count' })
    const before = readProcessorTime(server.pid)
    for (let i = 0; i < times; i++) {
      await call(server, 'chat.appendStream', args)
      // Waits longer than the server gathers deltas, so that each becomes its own frame.
      await sleep(40)
    }
    await sleep(500)
    const cpu = readProcessorTime(server.pid) - before
    const { frames, bytes } = await viewersProcess.run({ kind: 'count' })
    if (frames !== times * count) throw new Error(`${times * count} frames were expected, and ${frames} came`)
    return { cpu: cpu / frames, size: bytes / frames, memory: readMemory(server.pid) }
  }
  await sendAll()
  const cost = await sendAll()
  viewersProcess.stop()
  await server.stop()
  return cost
}
