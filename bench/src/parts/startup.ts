import { median, type ReportRow } from '#report'
import { startServer, withTemporaryDirectory } from '#servers/server'
import { openStreams } from '#servers/streams'

/** The time to the ready line, on a new data directory and on one with open streams. */
export function measureStartup(times: number, streams: number): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const used = `${directory}/used/data`
    const first = await startServer(used)
    await openStreams(first, streams, 100)
    await first.stop()

    const fresh: number[] = []
    const existing: number[] = []
    for (let run = 0; run < times; run++) {
      for (const [data, list] of [
        [`${directory}/fresh${run}/data`, fresh],
        [used, existing],
      ] as const) {
        const server = await startServer(data)
        list.push(server.readyMs)
        await server.stop()
      }
    }
    const row = (what: string, list: number[]): ReportRow => ({
      what: `start on ${what}`,
      figure: `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)})`,
      goal: { atMost: 300, unit: ' ms', value: median(list) },
    })
    return [row('a new data directory', fresh), row(`a directory with ${streams} open streams`, existing)]
  })
}
