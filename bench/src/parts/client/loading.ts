import type { Browser } from 'playwright-core'
import { median, type ReportRow } from '#report'
import { channel } from '#servers/workspace'
import { type ClientPage, openPage } from './page.ts'

/** The first visit and the next ones: bytes on the wire, and the time until the newest message is painted. */
export async function measureLoading(browser: Browser, server: { url: string }, times: number): Promise<ReportRow[]> {
  const one = await openPage(browser, server)
  const cold = await load(one, server)
  const warm = []
  for (let n = 0; n < times; n++) warm.push(await load(one, server))
  await one.slowDown(4)
  const slow = []
  for (let n = 0; n < times; n++) slow.push(await load(one, server))
  await one.close()
  const warmBytes = median(warm.map(({ bytes }) => bytes))
  return [
    {
      what: 'first visit: scripts until the first message is painted, on the wire (brotli)',
      figure: kB(cold.scripts),
      goal: { atMost: 150, unit: ' kB', value: cold.scripts / 1000 },
    },
    {
      what: 'first visit: everything on the wire, with what comes after the first message',
      figure: `${kB(cold.firstBytes)} until the first message, ${kB(cold.bytes)} in all`,
      goal: { atMost: 200, unit: ' kB', value: cold.firstBytes / 1000 },
    },
    {
      what: 'next visits: everything on the wire',
      figure: kB(warmBytes),
      goal: { atMost: 5, unit: ' kB', value: warmBytes / 1000 },
    },
    timeRow('next visits: first message painted', warm, 300),
    timeRow('the same at a fourth of the speed', slow),
  ]
}

interface Visit {
  paintedMs: number
  scripts: number
  firstBytes: number
  bytes: number
}

function timeRow(what: string, visits: Visit[], atMost?: number): ReportRow {
  const list = visits.map(({ paintedMs }) => paintedMs)
  const [low, high] = [Math.min(...list), Math.max(...list)]
  return {
    what,
    figure: `${median(list).toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`,
    ...(atMost ? { goal: { atMost, unit: ' ms', value: median(list) } } : {}),
  }
}

async function load({ page, debug }: ClientPage, server: { url: string }): Promise<Visit> {
  const kinds = new Map<string, string>()
  const received: { kind: string; bytes: number }[] = []
  await debug.send('Network.enable')
  const onResponse = ({ requestId, type }: { requestId: string; type: string }) => void kinds.set(requestId, type)
  const onFinished = ({ requestId, encodedDataLength: bytes }: { requestId: string; encodedDataLength: number }) =>
    void received.push({ kind: kinds.get(requestId) ?? '', bytes })
  debug.on('Network.responseReceived', onResponse)
  debug.on('Network.loadingFinished', onFinished)
  await page.goto(`${server.url}/c/${channel}`, { waitUntil: 'commit' })
  const paintedMs = await page.evaluate<number>(`probe.painted('main [data-ts]')`)
  const first = [...received]
  await page.waitForLoadState('networkidle')
  debug.off('Network.responseReceived', onResponse)
  debug.off('Network.loadingFinished', onFinished)
  return {
    paintedMs,
    scripts: sum(first.filter(({ kind }) => kind === 'Script')),
    firstBytes: sum(first),
    bytes: sum(received),
  }
}

const sum = (list: { bytes: number }[]): number => list.reduce((total, { bytes }) => total + bytes, 0)
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
