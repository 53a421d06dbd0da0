import { setTimeout as sleep } from 'node:timers/promises'
import { signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { readMemory } from '#measure/processorTime'
import type { ReportRow } from '#report'
import {
  collectsGarbage,
  type Server,
  startServer,
  startServerForViewers,
  withTemporaryDirectory,
} from '#servers/server'
import { openStreams, stopStreams } from '#servers/streams'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

/** Long enough for the work of the calls to end. */
const settleMs = 3000
/** How many streams and viewers there are first, so that the heap and the caches have their usual size. */
const warmUp = 2000

/** In KiB. */
interface Memory {
  resident: number
  heap: number
}

/** Memory with many open streams, and with many idle viewers. */
export async function measureMemory(streams: number, viewers: number): Promise<ReportRow[]> {
  const opened = await withTemporaryDirectory(async (directory) => {
    const server = await startServer(`${directory}/data`, collectsGarbage)
    await stopStreams(server, await openStreams(server, warmUp, 10))
    const before = await settle(server)
    await openStreams(server, streams, 10)
    const after = await settle(server)
    await server.stop()
    return row(`${streams} open streams`, before, after, { count: streams, goal: 2.5 })
  })

  const connected = await withTemporaryDirectory(async (directory) => {
    const server = await startServerForViewers(`${directory}/data`, undefined, collectsGarbage)
    const cookies = await signInAll(server, viewerIds)
    const viewersProcess = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    const connect = (count: number) => viewersProcess.run({ kind: 'connect', url: server.url, cookies, count, channel })
    await connect(warmUp)
    const before = await settle(server)
    const { open } = await connect(viewers)
    if (open !== viewers + warmUp) throw new Error(`of ${viewers + warmUp} viewers only ${open} are left`)
    const after = await settle(server)
    viewersProcess.stop()
    await server.stop()
    return row(`${viewers} idle viewers`, before, after, { count: viewers, goal: 16 })
  })
  return [opened, connected]
}

async function settle(server: Server): Promise<Memory> {
  await sleep(settleMs)
  const heap = (await server.collectGarbage()) / 1024
  return { resident: readMemory(server.pid), heap }
}

function row(what: string, before: Memory, after: Memory, { count, goal }: { count: number; goal: number }): ReportRow {
  const mib = (kib: number): string => `${(kib / 1024).toFixed(0)} MiB`
  const each = (after.resident - before.resident) / count
  const heap = (after.heap - before.heap) / count
  return {
    what: `memory with ${what}`,
    figure: `${mib(before.resident)} to ${mib(after.resident)}, ${each.toFixed(1)} KiB each, of which ${heap.toFixed(1)} KiB in the heap`,
    goal: { atMost: goal, unit: ' KiB', value: Math.max(each, heap) },
  }
}
