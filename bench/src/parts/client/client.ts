import type { Browser } from 'playwright-core'
import type { ReportRow } from '#report'
import { type Server, startServerForViewers, withTemporaryDirectory } from '#servers/server'
import { writeHistory } from './history.ts'
import { launchChromium } from './page.ts'
import { measureLoading } from './loading.ts'
import { measureReading } from './reading.ts'
import { measureMemoryOfStreams, measureProcessorTime, measureStreams } from './streams.ts'

/** What a person waits for in the web client, in Chromium, in a channel of so many messages. */
export function measureClient(messages: number, isShort: boolean, print: (line: string) => void): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const data = `${directory}/team/data`
    const first = await startServerForViewers(data)
    await first.stop()
    writeHistory(data, messages)
    const server = await startServerForViewers(data)
    const browser = await launchChromium()
    const seconds = isShort ? 10 : 60
    const parts: [string, (browser: Browser, server: Server) => Promise<ReportRow[]>][] = [
      ['loading', (...at) => measureLoading(...at, isShort ? 3 : 9)],
      ['reading', (...at) => measureReading(...at, messages, isShort ? 20 : 200)],
      ['streams', (...at) => measureStreams(...at, seconds)],
      ['processor time', (...at) => measureProcessorTime(...at, seconds)],
      ['memory', (...at) => measureMemoryOfStreams(...at, isShort ? 60 : 600)],
    ]
    const rows: ReportRow[] = []
    try {
      for (const [name, measure] of parts) {
        print(`client: ${name}`)
        rows.push(...(await measure(browser, server)))
      }
    } finally {
      await browser.close()
      await server.stop()
    }
    return rows
  })
}
