import type { Locator } from 'playwright-core'
import { signIn } from './browser.ts'
import type { Server } from './server.ts'

/** Signs a person in, opens a channel, and returns what they can do there. */
export async function signInAt(server: Server, name: string, path: string) {
  const { page, errors } = await signIn(server, name)
  const composer = page.getByRole('textbox', { name: /^Message / })
  const thread = page.getByTestId('thread')
  const findMessage = (text: string | RegExp) => page.getByRole('article').filter({ hasText: text }).last()
  await page.goto(server.url + path)
  await composer.waitFor()
  return {
    page,
    errors,
    thread,
    findMessage,
    sendMessage: (text: string) => write(composer, text),
    /** Every status line that was shown so far. */
    seenStatuses: () => page.evaluate(() => window.recording.statuses),
    /** Opens another channel from the sidebar. */
    goTo: (name: string) => page.getByRole('navigation').first().getByRole('link', { name }).click(),
    pressButton: (text: string, button: string) => findMessage(text).getByRole('button', { name: button }).click(),
    waitForMessage: (text: string | RegExp) => findMessage(text).waitFor(),
    openThread: (text: string, replies = '1 reply') => findMessage(text).getByRole('button', { name: replies }).click(),
    async addReaction(text: string, emoji: string) {
      await findMessage(text).hover()
      await findMessage(text).getByRole('button', { name: 'Add a reaction' }).first().click()
      await page.getByRole('dialog', { name: 'Add a reaction' }).getByRole('combobox').fill(emoji)
      await page.keyboard.press('Enter')
    },
  }

  async function write(box: Locator, text: string) {
    await box.fill(text)
    await box.press('Enter')
  }
}
