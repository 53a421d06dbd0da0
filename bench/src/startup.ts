import { median, type Row } from './report.ts'
import { startServer, withHome } from './server.ts'
import { openStreams } from './streams.ts'

/** From the start of the process to the ready line: on a new directory, and on one with open streams in it. */
export function startup(times: number, streams: number): Promise<Row[]> {
  return withHome(async (home) => {
    const used = `${home}/used/data`
    const first = await startServer(used)
    await openStreams(first, streams, 100)
    await first.stop()

    const fresh: number[] = []
    const existing: number[] = []
    for (let run = 0; run < times; run++) {
      for (const [data, list] of [
        [`${home}/fresh${run}/data`, fresh],
        [used, existing],
      ] as const) {
        const server = await startServer(data)
        list.push(server.readyMs)
        await server.stop()
      }
    }
    const row = (what: string, list: number[]): Row => ({
      what: `start on ${what}`,
      figure: `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)})`,
      goal: { most: 400, unit: ' ms', value: median(list) },
    })
    return [row('a new data directory', fresh), row(`a directory with ${streams} open streams`, existing)]
  })
}
