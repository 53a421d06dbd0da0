import { setTimeout as sleep } from 'node:timers/promises'
import { call, signIn } from './client.ts'
import { Helper } from './helper.ts'
import { cpuOf, memoryOf } from './processes.ts'
import type { Row } from './report.ts'
import { type Server, startBareFanOut, startWatchable, withHome } from './server.ts'
import { openStreams } from './streams.ts'
import { isViewersResult, type ViewersJob, type ViewersResult } from './viewersJob.ts'
import { channel, viewers } from './workspace.ts'

interface Sent {
  /** Processor time of the server for one frame to one viewer, in microseconds, its share of the call included. */
  cpu: number
  /** Bytes of a frame. */
  size: number
  memory: number
}

/** One stream that many watch, beside a `ws.send` in a loop that is started by a call to node:http. */
export async function fanOut(counts: number[], times: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const ours = await withHome(async (home) => {
      const server = await startWatchable(`${home}/data`)
      const cookies = await Promise.all(viewers.map((user) => signIn(server, user)))
      const [ts = ''] = await openStreams(server, 1)
      return send(server, cookies, count, times, { channel, ts, markdown_text: 'a few words ' })
    })
    const bare = await send(await startBareFanOut(Math.round(ours.size)), [''], count, times, {})
    rows.push({
      what: `processor time of a frame to each of ${count} viewers`,
      figure: `${ours.cpu.toFixed(2)} µs to ${bare.cpu.toFixed(2)} µs; ${(ours.memory / 1024).toFixed(0)} MiB`,
      ratio: ours.cpu / bare.cpu,
    })
  }
  return rows
}

async function send(
  server: Server,
  cookies: string[],
  count: number,
  times: number,
  args: Record<string, string>,
): Promise<Sent> {
  const helper = new Helper<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
  await helper.ask({ kind: 'connect', url: server.url, cookies, count, channel })
  const round = async (): Promise<Sent> => {
    await helper.ask({ kind: 'count' })
    const before = cpuOf(server.pid)
    for (let i = 0; i < times; i++) {
      await call(server, 'chat.appendStream', args)
      // Longer than deltas gather: each is a frame of its own.
      await sleep(40)
    }
    await sleep(500)
    const cpu = cpuOf(server.pid) - before
    const { frames, bytes } = await helper.ask({ kind: 'count' })
    if (frames !== times * count) throw new Error(`${times * count} frames were sent, and ${frames} came`)
    return { cpu: cpu / frames, size: bytes / frames, memory: memoryOf(server.pid) }
  }
  await round()
  const sent = await round()
  helper.end()
  await server.stop()
  return sent
}
