import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './client.ts'
import { Helper } from './helper.ts'
import { memoryOf } from './processes.ts'
import type { Row } from './report.ts'
import { startServer, startWatchable, withHome } from './server.ts'
import { openStreams, stopStreams } from './streams.ts'
import { isViewersResult, type ViewersJob, type ViewersResult } from './viewersJob.ts'
import { channel, viewers } from './workspace.ts'

/** Long enough for the collector to have gone over what the calls left behind. */
const settleMs = 3000

/** Resident memory with many open streams, and with many viewers who only wait. */
export async function memory(streams: number, watching: number): Promise<Row[]> {
  const opened = await withHome(async (home) => {
    const server = await startServer(`${home}/data`)
    await stopStreams(server, await openStreams(server, 200, 10))
    await sleep(settleMs)
    const before = memoryOf(server.pid)
    await openStreams(server, streams, 10)
    await sleep(settleMs)
    const after = memoryOf(server.pid)
    await server.stop()
    return row(`${streams} open streams`, before, after, streams)
  })

  const connected = await withHome(async (home) => {
    const server = await startWatchable(`${home}/data`)
    const cookies = await Promise.all(viewers.map((user) => signIn(server, user)))
    const watchers = new Helper<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    const connect = (count: number) => watchers.ask({ kind: 'connect', url: server.url, cookies, count, channel })
    await connect(100)
    await sleep(settleMs)
    const before = memoryOf(server.pid)
    const { open } = await connect(watching)
    if (open !== watching + 100) throw new Error(`of ${watching + 100} viewers ${open} are left`)
    await sleep(settleMs)
    const after = memoryOf(server.pid)
    watchers.end()
    await server.stop()
    return row(`${watching} idle viewers`, before, after, watching)
  })
  return [opened, connected]
}

function row(what: string, before: number, after: number, count: number): Row {
  const mib = (kib: number): string => `${(kib / 1024).toFixed(0)} MiB`
  const each = (after - before) / count
  return { what: `memory with ${what}`, figure: `${mib(before)} to ${mib(after)}, ${each.toFixed(1)} KiB each` }
}
