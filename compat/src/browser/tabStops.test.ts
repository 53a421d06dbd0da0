import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel } = channelThread

/** Presses Tab until what `selector` finds has the focus. Returns how often. */
async function countTabs(page: Page, selector: string, key = 'Tab'): Promise<number> {
  for (let presses = 1; presses <= 20; presses++) {
    await page.keyboard.press(key)
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return presses
  }
  return Infinity
}
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

test('[WEB-22] a list of messages is one stop for Tab, and a message is entered and left by keys', async () => {
  const server = await startServer()
  const { chat } = createClient(server)
  for (const number of ['One', 'Two', 'Three'])
    await chat.postMessage({ channel, text: `${number}: <@U0BEN> wrote <https://example.com/${number}|a page>` })
  const { page, open, errors } = await signIn(server, 'Ana Lima')
  await open(`/c/${channel}`)
  await page.locator('[data-region="composer"] [contenteditable="true"]').waitFor()
  await page.getByRole('button', { name: 'Add a reaction' }).first().waitFor({ state: 'attached' })
  const message = (text: string) => page.locator('main article').filter({ hasText: text })
  const isFocused = (text: string) => message(text).evaluate((article) => article === document.activeElement)
  const header = page.locator('main header button').last()

  await header.focus()
  expect(await countTabs(page, '[data-region="composer"] [contenteditable="true"]')).toBeLessThanOrEqual(3)
  await countTabs(page, 'main article', 'Shift+Tab')
  // The first message that is new.
  expect(await isFocused('One:')).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await header.evaluate((button) => button === document.activeElement)).toBe(true)

  // The message that was read last is where Tab comes back to.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await message('Two:').evaluate((article) => article.contains(document.activeElement))).toBe(true)
  expect(await countTabs(page, 'a[href="https://example.com/Two"]')).toBeLessThan(4)
  await page.keyboard.press('ArrowLeft')
  expect(await isFocused('Two:')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await message('Two:').evaluate((article) => article.contains(document.activeElement))).toBe(false)
  await countTabs(page, 'main article', 'Shift+Tab')
  expect(await isFocused('Two:')).toBe(true)

  // Tab goes through what is in a message, and then leaves the list.
  await page.keyboard.press('ArrowRight')
  expect(await countTabs(page, '[data-shortcut="more"]')).toBeLessThan(10)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Add files')
  expect(errors).toEqual([])
})

test('[WEB-22] the arrow keys reach a message that waits for the connection', async () => {
  const server = await startServer()
  const { page, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${channel}`)
  const field = page.locator('[data-region="composer"] [contenteditable="true"]')
  await field.waitFor()
  await page.context().setOffline(true)
  await field.pressSequentially('Later')
  await field.press('Enter')
  await page.locator('[data-outgoing]').waitFor()
  await page.locator('main [data-ts]').last().focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.matches('[data-outgoing]'))).toBe(true)
})
