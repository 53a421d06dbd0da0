import { signInAll } from '#servers/client'
import { BenchProcess } from '#processes/childProcess'
import { isStreamsResult, type StreamsJob, type StreamsResult } from '#processes/streamsWithViewersJob'
import { readMemory } from '#measure/processorTime'
import type { ReportRow } from '#report'
import { startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { createPrivateChannels, viewerIds } from '#servers/workspace'

/** The milliseconds within which 99 % of the frames must arrive. */
const maxLatencyMs = 50
/** Appends per second and stream, tried in this order until frames are late. */
const rates = [3, 4, 5, 6, 8, 10, 12, 16, 20]

/** The time from the answer to an append to its frame, with `count` streams that one person each watches. */
export function measureDelivery(count: number, seconds: number, print: (line: string) => void): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const channels = createPrivateChannels(count)
    const server = await startServerForViewers(`${directory}/data`, channels)
    const cookies = await signInAll(server, viewerIds)
    const channelIds = channels.map(({ id }) => id)
    const streamsProcess = new BenchProcess<StreamsJob, StreamsResult>('streamsWithViewers.ts', isStreamsResult)
    await streamsProcess.run({ kind: 'connect', url: server.url, cookies, channels: channelIds })

    const measure = async (rate: number): Promise<StreamsResult> => {
      const result = await streamsProcess.run({ kind: 'append', rate, seconds })
      print(
        `${count} streams, ${rate} appends per second each: ${formatResult(result)}, sent ${result.sent.toFixed(0)}/s`,
      )
      return result
    }
    await measure(1)
    const first = await measure(3)
    let best = 0
    for (const rate of rates) {
      const { p99, sent } = rate === 3 ? first : await measure(rate)
      // If the generator falls behind, the figures measure the generator.
      if (p99 >= maxLatencyMs || sent < 0.9 * rate * count) break
      best = rate
    }
    const memory = readMemory(server.pid) / 1024
    streamsProcess.stop()
    await server.stop()
    return [
      {
        what: `from answer to frame, ${count} streams and viewers, 3 appends per second each`,
        figure: formatResult(first),
        goal: { atMost: maxLatencyMs, unit: ' ms', value: first.p99 },
      },
      {
        what: `highest rate with p99 under ${maxLatencyMs} ms, ${count} streams and viewers`,
        figure: best === 0 ? 'none of those tried' : `${best} appends per second each, ${best * count} in total`,
      },
      { what: `memory after that`, figure: `${memory.toFixed(0)} MiB` },
    ]
  })
}

function formatResult({ p50, p99, received }: StreamsResult): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${received} deltas`
}
