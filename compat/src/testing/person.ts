import type { Locator } from 'playwright-core'
import { aViewer } from './browser.ts'
import type { Server } from './server.ts'

/** Somebody who looks at a conversation, writes there, and reads what comes back. */
export async function aPerson(server: Server, name: string, path: string) {
  const { page, complaints } = await aViewer(server, name)
  const composer = page.getByRole('textbox', { name: /^Message / })
  const thread = page.getByTestId('thread')
  const message = (text: string | RegExp) => page.getByRole('article').filter({ hasText: text }).last()
  await page.goto(server.url + path)
  await composer.waitFor()
  return {
    page,
    complaints,
    thread,
    message,
    says: (text: string) => write(composer, text),
    /** In the thread that is open. */
    answers: (text: string) => write(thread.getByRole('textbox'), text),
    /** Every status line that stood there so far. */
    statuses: () => page.evaluate(() => window.growth.statuses),
    /** Opens an app's messages, as the client does; answers the thread that it begins with an assistant. */
    visits: (app: string) => acts('home', { app_id: app, tab: 'messages' }),
    /** Presses one of two feedback buttons, as the client does. */
    rates: async (text: string, channel: string, action_id: string, value: string) =>
      acts('press', { channel, ts: await message(text).getAttribute('data-ts'), action_id, value }),
    /** Has another channel before them than the app that they talk to. */
    looksAt: (looking: string, beside: string) =>
      page.evaluate(
        async ({ channel, ...seen }) => {
          const feed = new WebSocket(`ws://${location.host}/feed`)
          feed.addEventListener('open', () => feed.send(JSON.stringify({ type: 'hello', protocol: 1 })))
          await new Promise((done) => feed.addEventListener('message', done, { once: true }))
          feed.send(JSON.stringify({ type: 'looks', channel, ...seen }))
        },
        { channel: beside, looking },
      ),
    reads: (text: string | RegExp) => message(text).waitFor(),
    opens: (text: string, replies = '1 reply') => message(text).getByRole('button', { name: replies }).click(),
    async reacts(text: string, emoji: string) {
      await message(text).hover()
      await message(text).getByRole('button', { name: 'Add a reaction' }).first().click()
      await page.getByRole('dialog', { name: 'Add a reaction' }).getByRole('combobox').fill(emoji)
      await page.keyboard.press('Enter')
    },
  }

  async function acts(verb: string, body: object): Promise<{ thread_ts?: string }> {
    return page.evaluate(
      async ([act, given]) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(`/act/${act}`, { method: 'POST', headers, body: given })
        if (!response.ok) throw new Error(await response.text())
        return (await response.json()) as { thread_ts?: string }
      },
      [verb, JSON.stringify(body)] as const,
    )
  }

  async function write(box: Locator, text: string) {
    await box.fill(text)
    await box.press('Enter')
  }
}
