import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { emailOf, password, viewerIds } from '#servers/workspace'

const probe = readFileSync(join(import.meta.dirname, 'probe.js'), 'utf8')
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A page of somebody who is signed in, with its debugger. */
export interface ClientPage {
  page: Page
  debug: CDPSession
  /** Processor time of each page's process so far, in seconds, by its id. */
  readProcessorTimes: () => Promise<Map<number, number>>
  /** Slows the processor of the page down. */
  slowDown: (times: number) => Promise<unknown>
  close: () => Promise<void>
}

export function launchChromium(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
  const executablePath = process.env['CHROMIUM'] ?? found
  if (!executablePath) throw new Error('There is no Chromium: say where one is with CHROMIUM=/path/to/it.')
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
}

/** A page in which `probe` notes frames and waits. */
export async function openProbedPage(browser: Browser): Promise<Pick<ClientPage, 'page' | 'close'>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  context.setDefaultTimeout(120_000)
  await context.addInitScript({ content: probe })
  return { page: await context.newPage(), close: () => context.close() }
}

export async function openPage(browser: Browser, server: { url: string }): Promise<ClientPage> {
  const { page, close } = await openProbedPage(browser)
  const data = { email: emailOf(viewerIds[0] ?? ''), password }
  const answer = await page.context().request.post(`${server.url}/session`, { data, headers: { origin: server.url } })
  if (!answer.ok()) throw new Error(`POST /session answered ${await answer.text()}`)
  const debug = await page.context().newCDPSession(page)
  const whole = await browser.newBrowserCDPSession()
  return {
    page,
    debug,
    async readProcessorTimes() {
      const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
      return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
    },
    slowDown: (rate) => debug.send('Emulation.setCPUThrottlingRate', { rate }),
    close,
  }
}
