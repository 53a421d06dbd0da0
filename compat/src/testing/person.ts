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
    /** To another conversation, as the sidebar leads there. */
    goes: (to: string) => page.getByRole('navigation').first().getByRole('link', { name: to }).click(),
    presses: (text: string, button: string) => message(text).getByRole('button', { name: button }).click(),
    reads: (text: string | RegExp) => message(text).waitFor(),
    opens: (text: string, replies = '1 reply') => message(text).getByRole('button', { name: replies }).click(),
    async reacts(text: string, emoji: string) {
      await message(text).hover()
      await message(text).getByRole('button', { name: 'Add a reaction' }).first().click()
      await page.getByRole('dialog', { name: 'Add a reaction' }).getByRole('combobox').fill(emoji)
      await page.keyboard.press('Enter')
    },
  }

  async function write(box: Locator, text: string) {
    await box.fill(text)
    await box.press('Enter')
  }
}
