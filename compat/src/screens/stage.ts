import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { homeElements, ticketModal } from '#testing/deskApp'
import { createClient, silentLogger } from '#testing/sdk'
import { spawnServer } from '#testing/servers/spawnServer'
import { deskTokens, now, readScreensWorkspace } from './workspace.ts'

export type Person = { team: string; user: string }
const ana: Person = { team: 'T0WILLOW', user: 'U0ANA' }

/** Shows a screen. It ends when what it is about is on the page. */
export type Screens = Record<string, (stage: Stage) => Promise<void>>

/** What a screen is made with: a page in which nobody is signed in, and a server as it was at its start. */
export interface Stage {
  page: Page
  url: string
  /** The agent of the demo, the app with modals and a home, and Ana's own token. */
  brook: WebClient
  desk: WebClient
  ana: WebClient
  /** Signs a person in, Ana by default, and opens a path of the client. */
  open: (path: string, person?: Person) => Promise<void>
  /** A person writes a message, without a page. */
  say: (user: string, channel: string, text: string, threadTs?: string) => Promise<string>
  /** Presses the first button that has this name. */
  press: (name: string | RegExp) => Promise<void>
  /** Presses keys until something is shown: the page hears them only once it has loaded what they open. */
  keys: (keys: string, shown: Locator) => Promise<void>
  /** The first message with this text. */
  message: (text: string) => Locator
  /** The field in which a message is written. */
  composer: Locator
}

export interface Studio {
  /** Makes the server what it was at its start, and runs something with a new page. */
  onStage: (options: BrowserContextOptions, run: (stage: Stage) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Starts a server of its own whose clock always shows the same moment, and the app that opens modals. */
export async function openStudio(browser: Browser): Promise<Studio> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-screens-'))
  const workspace = join(home, 'workspace.yaml')
  await writeFile(workspace, await readScreensWorkspace())
  const server = await spawnServer(['--port', '0', '--data', ':memory:', '--workspace', workspace])
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    const parsed: { ts?: string } = JSON.parse(await answer.text())
    return parsed
  }
  const desk = await startDesk(server.api)

  return {
    async onStage(options, run) {
      await post('reset', {})
      await post('clock', { advance: `${now - Date.now()}ms` })
      const context = await browser.newContext({ ...look, ...options })
      try {
        await run(await createStage(context))
      } finally {
        await context.close()
      }
    },
    async close() {
      await desk.stop()
      await server.stop('SIGTERM')
      await rm(home, { recursive: true })
    },
  }

  async function createStage(context: BrowserContext): Promise<Stage> {
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    const { url } = server
    return {
      page,
      url,
      brook: createClient(server, 'xoxb-demo-brook'),
      desk: createClient(server, deskTokens.token),
      ana: createClient(server, 'xoxp-demo-ana'),
      async open(path, person = ana) {
        const answer = await context.request.post(`${url}/session`, { data: person, headers: { origin: url } })
        if (!answer.ok()) throw new Error(await answer.text())
        await page.goto(url + path)
        await page.getByRole('navigation').or(page.getByRole('main')).first().waitFor()
      },
      async say(user, channel, text, thread_ts) {
        const { ts = '' } = await post('say', { team: ana.team, user, channel, text, thread_ts })
        return ts
      },
      async keys(keys, shown) {
        do await page.keyboard.press(keys)
        while (!(await isShown(shown)))
      },
      message: (text) => page.getByRole('article').filter({ hasText: text }).first(),
      press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
      composer: page.getByRole('textbox', { name: /^(Message|Reply) / }).first(),
    }
  }
}

/** Waits until the page has loaded everything and stands still. */
export async function settle(page: Page): Promise<void> {
  // The inspector never has all that there is to load.
  if (new URL(page.url()).pathname !== '/inspect') await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let changes = 1; changes > 0;) {
      changes = 0
      const observer = new MutationObserver(() => changes++)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      await new Promise((done) => setTimeout(done, 200))
      observer.disconnect()
    }
  })
}

const isShown = (locator: Locator) =>
  locator.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  )

const look: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  // Without motion, a picture is the same at every moment.
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
}

/** Answers its shortcut with a modal, and people who open it with its home. */
async function startDesk(api: string): Promise<App> {
  const app = new App({ ...deskTokens, socketMode: true, clientOptions: { slackApiUrl: api }, logger: silentLogger })
  app.shortcut('ticket', async ({ ack, client, shortcut }) => {
    await ack()
    await client.views.open({ trigger_id: shortcut.trigger_id, view: ticketModal })
  })
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: homeElements } })
  })
  await app.start()
  return app
}
