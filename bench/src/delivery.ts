import { signIn } from './client.ts'
import { Helper } from './helper.ts'
import { isPairsResult, type PairsJob, type PairsResult } from './pairsJob.ts'
import { memoryOf } from './processes.ts'
import type { Row } from './report.ts'
import { startWatchable, withHome } from './server.ts'
import { pairedChannels, viewers } from './workspace.ts'

/** Milliseconds within which nearly every delta has to be there. */
const inTime = 50
/** Appends a second to each stream that are tried one after the other, until they come too late. */
const rates = [3, 4, 5, 6, 8, 10, 12, 16, 20]

/** So many streams, each grown by an app and watched by one person: from the append's answer to the frame. */
export function delivery(pairs: number, seconds: number, say: (line: string) => void): Promise<Row[]> {
  return withHome(async (home) => {
    const places = pairedChannels(pairs)
    const server = await startWatchable(`${home}/data`, places)
    const cookies = await Promise.all(viewers.map((user) => signIn(server, user)))
    const channels = places.map(({ id }) => id)
    const helper = new Helper<PairsJob, PairsResult>('pairs.ts', isPairsResult)
    await helper.ask({ kind: 'connect', url: server.url, cookies, channels })

    const measure = async (rate: number): Promise<PairsResult> => {
      const result = await helper.ask({ kind: 'grow', rate, seconds })
      say(`${pairs} streams, ${rate} appends a second each: ${told(result)}, sent ${result.sent.toFixed(0)}/s`)
      return result
    }
    await measure(1)
    const first = await measure(3)
    let best = 0
    for (const rate of rates) {
      const { p99, sent } = rate === 3 ? first : await measure(rate)
      // A generator that falls behind measures itself.
      if (p99 >= inTime || sent < 0.9 * rate * pairs) break
      best = rate
    }
    const memory = memoryOf(server.pid) / 1024
    helper.end()
    await server.stop()
    return [
      {
        what: `append answered to frame received, ${pairs} streams and viewers, 3 appends a second each`,
        figure: told(first),
        goal: { most: inTime, unit: ' ms', value: first.p99 },
      },
      {
        what: `highest rate with p99 under ${inTime} ms, ${pairs} streams and viewers`,
        figure: best === 0 ? 'none that was tried' : `${best} appends a second each, ${best * pairs} in all`,
      },
      { what: `memory after that`, figure: `${memory.toFixed(0)} MiB` },
    ]
  })
}

function told({ p50, p99, received }: PairsResult): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${received}`
}
