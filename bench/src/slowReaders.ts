import { signIn } from './client.ts'
import { Helper } from './helper.ts'
import { isPairsResult, type PairsJob, type PairsResult } from './pairsJob.ts'
import { median, ratio, type Row } from './report.ts'
import { startWatchable, withHome } from './server.ts'
import { isViewersResult, type ViewersJob, type ViewersResult } from './viewersJob.ts'
import { channel, viewers } from './workspace.ts'

const streams = 20
const deaf = 5
const rate = 25
/** So much at once that what nobody takes fills its socket within seconds. */
const text = 'and more words '.repeat(70)

/** What readers who take nothing cost the others in their channel: from an append's answer to its frame. */
export function slowReaders(rounds: number, seconds: number, say: (line: string) => void): Promise<Row[]> {
  return withHome(async (home) => {
    const server = await startWatchable(`${home}/data`)
    const { url } = server
    const cookies = await Promise.all(viewers.map((user) => signIn(server, user)))
    const others = new Helper<PairsJob, PairsResult>('pairs.ts', isPairsResult)
    const silent = new Helper<ViewersJob, ViewersResult>('viewers.ts', isViewersResult)
    await others.ask({ kind: 'connect', url, cookies, channels: Array.from({ length: streams }, () => channel) })

    const measure = async (count: number): Promise<number> => {
      if (count > 0) await silent.ask({ kind: 'connect', url, cookies, count, channel, deaf: true })
      const { p50, p99 } = await others.ask({ kind: 'grow', rate, seconds, text })
      await silent.ask({ kind: 'leave' })
      say(`beside ${count} who take nothing: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
      return p99
    }
    await measure(0)
    const without: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const count of [0, deaf, deaf, 0]) (count === 0 ? without : beside).push(await measure(count))
    }
    others.end()
    silent.end()
    await server.stop()
    return [
      {
        what: `p99 of a frame beside ${deaf} readers who take nothing, to none`,
        figure: `${median(beside).toFixed(1)} ms to ${median(without).toFixed(1)} ms`,
        ...ratio(beside, without),
        goal: { most: 1.1 },
      },
    ]
  })
}
