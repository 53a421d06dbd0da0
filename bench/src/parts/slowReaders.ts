import { signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { isStreamsResult, type StreamsJob, type StreamsResult } from '#processes/streamsWithViewersJob'
import { compareSeries, median, type ReportRow } from '#report'
import { startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { isViewersResult, type ViewersJob, type ViewersResult } from '#processes/viewersJob'
import { channel, viewerIds } from '#servers/workspace'

const streams = 20
const stalledCount = 5
const rate = 25
/** Long enough that the socket of a stalled reader fills within seconds. */
const text = 'and more words '.repeat(70)

/** How viewers that read nothing affect the others in their channel, as the time from an answer to its frame. */
export function measureSlowReaders(
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const server = await startServerForViewers(`${directory}/data`)
    const { url } = server
    const cookies = await signInAll(server, viewerIds)
    const streamsProcess = new BenchProcess<StreamsJob, StreamsResult>('streamsWithViewers.ts', isStreamsResult)
    const stalledReaders = new BenchProcess<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    await streamsProcess.run({
      kind: 'connect',
      url,
      cookies,
      channels: Array.from({ length: streams }, () => channel),
    })

    const measure = async (count: number): Promise<number> => {
      if (count > 0) await stalledReaders.run({ kind: 'connect', url, cookies, count, channel, stopsReading: true })
      const { p50, p99 } = await streamsProcess.run({ kind: 'append', rate, seconds, text })
      await stalledReaders.run({ kind: 'leave' })
      print(`with ${count} stalled readers: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
      return p99
    }
    await measure(0)
    const withoutStalled: number[] = []
    const withStalled: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const count of [0, stalledCount, stalledCount, 0])
        (count === 0 ? withoutStalled : withStalled).push(await measure(count))
    }
    streamsProcess.stop()
    stalledReaders.stop()
    await server.stop()
    return [
      {
        what: `p99 of a frame, ${stalledCount} stalled readers vs none`,
        figure: `${median(withStalled).toFixed(1)} ms vs ${median(withoutStalled).toFixed(1)} ms`,
        ...compareSeries(withStalled, withoutStalled),
        goal: { atMost: 1.1 },
      },
    ]
  })
}
