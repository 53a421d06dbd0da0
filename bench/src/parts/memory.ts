import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { readMemory } from '#measure/processorTime'
import type { ReportRow } from '#report'
import { startServer, startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { openStreams, stopStreams } from '#servers/streams'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

/** Long enough for the garbage collector to clean up after the calls. */
const settleMs = 3000

/** Resident memory with many open streams, and with many idle viewers. */
export async function measureMemory(streams: number, viewers: number): Promise<ReportRow[]> {
  const opened = await withTemporaryDirectory(async (directory) => {
    const server = await startServer(`${directory}/data`)
    await stopStreams(server, await openStreams(server, 200, 10))
    await sleep(settleMs)
    const before = readMemory(server.pid)
    await openStreams(server, streams, 10)
    await sleep(settleMs)
    const after = readMemory(server.pid)
    await server.stop()
    return row(`${streams} open streams`, before, after, streams)
  })

  const connected = await withTemporaryDirectory(async (directory) => {
    const server = await startServerForViewers(`${directory}/data`)
    const cookies = await Promise.all(viewerIds.map((user) => signIn(server, user)))
    const viewersProcess = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    const connect = (count: number) => viewersProcess.run({ kind: 'connect', url: server.url, cookies, count, channel })
    await connect(100)
    await sleep(settleMs)
    const before = readMemory(server.pid)
    const { open } = await connect(viewers)
    if (open !== viewers + 100) throw new Error(`of ${viewers + 100} viewers only ${open} are left`)
    await sleep(settleMs)
    const after = readMemory(server.pid)
    viewersProcess.stop()
    await server.stop()
    return row(`${viewers} idle viewers`, before, after, viewers)
  })
  return [opened, connected]
}

function row(what: string, before: number, after: number, count: number): ReportRow {
  const mib = (kib: number): string => `${(kib / 1024).toFixed(0)} MiB`
  const each = (after - before) / count
  return { what: `memory with ${what}`, figure: `${mib(before)} to ${mib(after)}, ${each.toFixed(1)} KiB each` }
}
