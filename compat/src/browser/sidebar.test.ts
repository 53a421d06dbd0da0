import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const region = (page: Page, name: string) =>
  page.getByRole('navigation').locator('section', { has: page.getByRole('heading', { name }) })
const linksIn = (page: Page, name: string) =>
  region(page, name)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))

test('[SDB-1, SDB-2] a person makes sections, moves channels with the keyboard, closes them, in every tab', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open('/c/C0GENERAL')
  const other = await page.context().newPage()
  await other.goto(`${server.url}/c/C0GENERAL`)

  await page.getByRole('button', { name: 'Arrange the sidebar' }).click()
  for (const [name, emoji] of [
    ['Support', ''],
    ['Projects', ':rocket:'],
  ] as const) {
    await page.getByRole('textbox', { name: 'New section' }).fill(name)
    await page.getByRole('textbox', { name: 'Emoji, if you like' }).fill(emoji)
    await page.keyboard.press('Enter')
    await region(other, name).waitFor()
  }
  await page.getByRole('button', { name: 'Move Projects up' }).click()
  await page.getByRole('combobox', { name: 'Section of #help-desk' }).focus()
  await page.keyboard.type('Support')
  for (const tab of [page, other]) {
    await expect.poll(() => linksIn(tab, 'Support')).toEqual(['help-desk'])
    await expect.poll(() => linksIn(tab, 'Channels')).not.toContain('help-desk')
    await expect
      .poll(() => tab.getByRole('navigation').getByRole('heading', { level: 2 }).allInnerTexts())
      .toMatchObject(
        [/Projects/, /Support/, /Channels/, /Apps/, /Direct messages/].map((one) => expect.stringMatching(one)),
      )
  }
  await page.getByRole('switch', { name: /Unread first/ }).click()
  await page.keyboard.press('Escape')

  // A closed section shows what is unread.
  const toggle = (tab: Page) => region(tab, 'Support').getByRole('button', { name: 'Support' })
  await toggle(page).click()
  await expect.poll(() => toggle(other).getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => linksIn(other, 'Support')).toEqual([])
  await scout.chat.postMessage({ channel: 'C0HELP', text: 'new' })
  for (const tab of [page, other]) await expect.poll(() => linksIn(tab, 'Support')).toEqual(['help-desk'])
  await page.reload()
  await expect.poll(() => linksIn(page, 'Support')).toEqual(['help-desk'])
  expect(await toggle(page).getAttribute('aria-expanded')).toBe('false')

  await page.getByRole('button', { name: 'Arrange the sidebar' }).click()
  await page.getByRole('button', { name: 'Delete Support' }).click()
  for (const tab of [page, other]) await expect.poll(() => linksIn(tab, 'Channels')).toContain('help-desk')
  expect(errors).toEqual([])
})
