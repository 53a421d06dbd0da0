import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { ReportRow } from '#report'
import { call } from '#servers/client'
import { openStreams, stopStreams } from '#servers/streams'
import { channel, root } from '#servers/workspace'
import { type ClientPage, openPage } from './page.ts'

const tokensPerSecond = 100
const controlPage = new URL('control.html', import.meta.url).href

/** Frames and typing while three streams grow, at a fourth of the speed; and the same on a page that does next to nothing. */
export async function measureStreams(browser: Browser, server: { url: string }, seconds: number): Promise<ReportRow[]> {
  const one = await openPage(browser, server)
  await one.page.goto(controlPage)
  await one.slowDown(4)
  const control = await watchTyping(one.page, seconds / 2)
  await one.slowDown(1)
  await openThread(one, server)
  await one.slowDown(4)
  const even = await whileStreaming(server, 3, 50, () => watchTyping(one.page, seconds))
  const bursts = await whileStreaming(server, 3, 500, () => watchTyping(one.page, seconds / 2))
  await one.close()
  // If a page that does next to nothing is late, the machine is busy with other work.
  const noisy = percent(control.frames, 50) > 1
  const rows = [
    frameRow('three streams of 100 tokens per second, somebody types', even, noisy),
    ...interactionRows(even, control),
    frameRow('the same in bursts, every 500 ms', bursts, noisy),
    { what: 'control: frames of a page with three texts that grow', figure: frameFigure(control), noisy },
  ]
  return rows
}

/** What one stream costs at full speed: processor time of the page's process with all its threads. */
export async function measureProcessorTime(
  browser: Browser,
  server: { url: string },
  seconds: number,
): Promise<ReportRow[]> {
  const one = await openPage(browser, server)
  await openThread(one, server)
  const share = await whileStreaming(server, 1, 50, () => measureShare(one, seconds / 2))
  await one.page.goto(controlPage)
  const control = await measureShare(one, seconds / 4)
  await one.close()
  const figure = `${(share * 100).toFixed(0)} % of a core (control: ${(control * 100).toFixed(0)} %)`
  return [{ what: 'one such stream at full speed', figure, goal: { atMost: 25, unit: ' %', value: share * 100 } }]
}

/** What is left in the page's heap of three streams, which end and begin anew. */
export async function measureMemoryOfStreams(
  browser: Browser,
  server: { url: string },
  seconds: number,
): Promise<ReportRow[]> {
  const one = await openPage(browser, server)
  await openThread(one, server)
  const grow = (forSeconds: number) => whileStreaming(server, 3, 50, () => sleep(forSeconds * 1000))
  await grow(seconds / 12)
  const before = await readHeap(one)
  const rounds = 6
  for (let n = 0; n < rounds; n++) await grow(seconds / rounds)
  const after = await readHeap(one)
  await one.close()
  const tokens = seconds * 3 * tokensPerSecond
  const each = (after - before) / tokens
  return [
    {
      what: `heap of the page after ${seconds} s of three streams, garbage collected`,
      figure: `${(before / 1e6).toFixed(1)} MB to ${(after / 1e6).toFixed(1)} MB, ${each.toFixed(0)} bytes a token`,
    },
  ]
}

async function openThread({ page }: ClientPage, server: { url: string }): Promise<void> {
  await page.goto(`${server.url}/c/${channel}/t/${root}`)
  await page.getByTestId('thread').getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Lets streams grow by 100 tokens a second each, every so many milliseconds, while something is measured. */
async function whileStreaming<T>(
  server: { url: string },
  count: number,
  everyMs: number,
  measure: () => Promise<T>,
): Promise<T> {
  const streams = await openStreams(server, count)
  const state = { running: true }
  const grow = async (ts: string) => {
    const start = performance.now()
    for (let sent = 0; state.running;) {
      const due = Math.floor(((performance.now() - start) / 1000) * tokensPerSecond)
      if (due > sent) await call(server, 'chat.appendStream', { channel, ts, markdown_text: makeText(sent, due) })
      sent = due
      await sleep(everyMs)
    }
  }
  const growing = Promise.all(streams.map(grow))
  try {
    return await measure()
  } finally {
    state.running = false
    await growing
    await stopStreams(server, streams)
  }
}

/** Some tokens of an answer with paragraphs, emphasis and code. */
function makeText(from: number, to: number): string {
  const token = (n: number) =>
    n % 60 === 59 ? ' end.\n\n' : n % 17 === 5 ? ' **much**' : n % 23 === 7 ? ' `code`' : ' words'
  return Array.from({ length: to - from }, (_, n) => token(from + n)).join('')
}

interface Watched {
  frames: number[]
  waits: number[]
}

/** Types five keys a second into the field of the page, and returns how long frames and keys took. */
async function watchTyping(page: Page, seconds: number): Promise<Watched> {
  await page.getByRole('textbox').last().click()
  await page.evaluate('probe.start()')
  const end = performance.now() + seconds * 1000
  let keys = 0
  for (; performance.now() < end; keys++) {
    await page.keyboard.press(keys % 6 === 5 ? 'Space' : 'a')
    await sleep(200)
  }
  const { frames, waits } = await page.evaluate<Watched>('probe.stop()')
  // The browser does not tell of keys that took less than 16 ms.
  return { frames, waits: [...waits, ...Array.from({ length: Math.max(0, keys - waits.length) }, () => 16)] }
}

async function measureShare(one: ClientPage, seconds: number): Promise<number> {
  const [before, start] = [await one.readProcessorTimes(), performance.now()]
  await sleep(seconds * 1000)
  const spent = performance.now() - start
  // The process of a page that was left may end meanwhile.
  const used = [...(await one.readProcessorTimes())].map(([id, time]) => time - (before.get(id) ?? 0))
  return (1000 * used.reduce((sum, time) => sum + time, 0)) / spent
}

async function readHeap({ debug }: ClientPage): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  return (await debug.send('Runtime.getHeapUsage')).usedSize
}

function interactionRows(ours: Watched, control: Watched): ReportRow[] {
  const [value, bare] = [percentile75(ours.waits), percentile75(control.waits)]
  return [
    {
      what: 'INP meanwhile: p75 of the keys',
      figure: `${value.toFixed(0)} ms (control: ${bare.toFixed(0)} ms)`,
      goal: { atMost: 200, unit: ' ms', value },
    },
  ]
}

function frameRow(what: string, watched: Watched, noisy: boolean): ReportRow {
  const value = percent(watched.frames, 50)
  return {
    what: `${what}: frames`,
    figure: frameFigure(watched),
    goal: { atMost: 1, unit: ' % over 50 ms', value },
    noisy,
  }
}

function frameFigure({ frames }: Watched): string {
  const over = (ms: number) => `${percent(frames, ms).toFixed(1)} % over ${ms} ms`
  return `${frames.length}, ${over(50)}, ${frames.filter((frame) => frame > 150).length} over 150 ms`
}

const percent = (frames: number[], ms: number): number =>
  (100 * frames.filter((frame) => frame > ms).length) / Math.max(1, frames.length)

const percentile75 = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.75)] ?? 0
