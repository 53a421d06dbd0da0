import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { chromiumPath, launchChromium, launchShell } from './chromium.ts'
import { recordPage } from './pageRecording.ts'
import type { Server } from './server.ts'
import { repository } from './servers/spawnServer.ts'

const builtPage = join(repository, 'packages', 'web', 'dist', 'index.html')
const browsers = new Map<() => Promise<Browser>, Promise<Browser>>()
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close()
})

/** What Playwright says when it blocks one. */
const blockedWorker = 'Service Worker registration blocked by Playwright'
/** What Chromium says of a page that is left at that moment. */
const leftWhileConnecting = /WebSocket is closed before the connection is established/

export interface BrowserSession {
  page: Page
  /** Uncaught errors of the page, and errors and warnings of its console. */
  errors: string[]
  /** Opens a path of the client, and waits for the list of messages. */
  open: (path: string) => Promise<void>
}

/** Opens a browser of its own in which a person is signed in. The page is empty until something is opened. */
export async function signIn(
  server: Server,
  name: string,
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const viewer = await openBrowser(server, options)
  const { request } = viewer.page.context()
  const session = `${server.url}/session`
  const { people }: { people: SignInPerson[] } = await (await request.get(session)).json()
  const person = people.find((each) => each.real_name.includes(name))
  if (!person)
    throw new Error(`Nobody is called ${name}. There are ${people.map((each) => each.real_name).join(', ')}.`)
  const answer = await request.post(session, { data: { team: person.team, user: person.user } })
  if (!answer.ok()) throw new Error(`${name} could not sign in: ${await answer.text()}`)
  return viewer
}

interface SignInPerson {
  team: string
  user: string
  real_name: string
}

/** The same, on the page with which the client starts. */
export async function signInAtStart(server: Server, name: string): Promise<BrowserSession> {
  const viewer = await signIn(server, name)
  await viewer.page.goto(server.url)
  await viewer.page.getByRole('navigation').first().waitFor()
  return viewer
}

/** Opens a browser in which nobody is signed in. */
export async function openBrowser(
  server: Pick<Server, 'url'>,
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  if (!chromiumPath) TestRunner.getCurrentTest()?.context.skip('There is no Chromium.')
  if (!existsSync(builtPage)) throw new Error('The web client is not built: run `npm run build`, then the tests again.')
  const launch = options.permissions?.includes('notifications') ? launchChromium : launchShell
  const browser = browsers.get(launch) ?? launch()
  browsers.set(launch, browser)
  const context = await (
    await browser
  ).newContext({
    viewport: { width: 1280, height: 800 },
    // What a test changes of the network would not reach a page whose files come from a service worker.
    serviceWorkers: 'block',
    ...options,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.text() === blockedWorker || leftWhileConnecting.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') errors.push(`console: ${message.text()}`)
  })
  await page.addInitScript(recordPage)
  const open = async (path: string) => {
    await page.goto(server.url + path)
    await page
      .getByRole('list', { name: /^Messages in / })
      .first()
      .waitFor()
  }
  return { page, errors, open }
}

/** The text in a composer, whether the editor is there already or still the plain field. */
export function textOf(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? ''),
  )
}

/** What a composer shows while it is empty. */
export function placeholderOf(field: Locator): Promise<string | null> {
  return field.evaluate((element) => element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder'))
}
