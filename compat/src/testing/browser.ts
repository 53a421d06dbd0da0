import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { chromiumPath, launchChromium } from './chromium.ts'
import { record } from './growth.ts'
import { repository, type Server } from './server.ts'

const builtPage = join(repository, 'packages', 'web', 'dist', 'index.html')
let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

export interface Viewer {
  page: Page
  /** Errors of the page, of its console and of its content security policy. */
  complaints: string[]
  go: (path: string) => Promise<void>
}

/** A browser of their own, signed in through the page as a click on their name does it. */
export async function aViewer(server: Server, name: string, options: BrowserContextOptions = {}): Promise<Viewer> {
  const viewer = await aVisitor(server, options)
  await viewer.page.goto(server.url)
  await viewer.page.getByRole('button', { name }).click()
  await viewer.page.getByRole('navigation').first().waitFor()
  return viewer
}

/** A browser in which nobody is signed in. */
export async function aVisitor(server: Server, options: BrowserContextOptions = {}): Promise<Viewer> {
  if (!chromiumPath) TestRunner.getCurrentTest()?.context.skip('There is no Chromium.')
  if (!existsSync(builtPage)) throw new Error('The web client is not built: run `npm run build`, then the tests again.')
  browser ??= launchChromium()
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`)
  })
  await page.addInitScript(record)
  const go = async (path: string) => {
    await page.goto(server.url + path)
    await page
      .getByRole('list', { name: /^Messages in / })
      .first()
      .waitFor()
  }
  return { page, complaints, go }
}
