import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { startServer } from '#testing/server'

const path = `/c/${channelThread.channel}`
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search messages' })
const options = (page: Page) => dialog(page).getByRole('option')

test('[SRC-10] a person finds a message by its words and its author, and goes to it', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(path)
  for (const text of ['The **heliograph** is ready', 'Another heliograph, for later', 'Something else'])
    await write(page, text)
  await page.keyboard.press('Control+Shift+F')
  await field(page).fill('heliogr')
  await dialog(page).getByText('2 messages').waitFor()
  await expect.poll(() => options(page).locator('mark').allInnerTexts()).toEqual(['heliograph', 'heliograph'])
  // The newest is first, and active.
  expect(await options(page).first().getAttribute('aria-selected')).toBe('true')
  expect(await options(page).first().innerText()).toContain('for later')
  await field(page).fill('heliograph from:ben')
  await dialog(page).getByText('Nothing was found.').waitFor()
  await field(page).fill('"heliograph is" from:me')
  await dialog(page).getByText('1 message').waitFor()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).toContain('/archives/')
  expect(await page.locator('article[data-target]').innerText()).toContain('The heliograph is ready')
  expect(errors).toEqual([])
})

test('[WEB-14] who goes elsewhere from above a dialog leaves it, and Enter takes the first place to forward to', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(path)
  await write(page, 'A sextant to pass on')
  const message = page.locator('[data-own]').filter({ hasText: 'A sextant' })
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Forward…' }).click()
  const forward = page.getByRole('dialog', { name: 'Forward message' })
  await forward.getByRole('textbox', { name: 'Find a channel or person' }).fill('help')
  await page.keyboard.press('Enter')
  await forward.getByText('To #help-desk').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('help')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'help-desk', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(errors).toEqual([])
})

test('[SRC-10] the switcher hands over to the search, nobody finds what is not theirs, and markup stays words', async () => {
  const server = await startServer()
  const ana = await signIn(server, 'Ana Lima')
  const ben = await signIn(server, 'Ben Okafor')
  for (const { open } of [ana, ben]) await open(path)
  await write(ana.page, 'sextant <img src=x onerror=alert(1)> `<b>sextant</b>`')
  const direct = await openDirectMessage(ana.page)
  await write(ana.page, 'A secret sextant')
  expect(direct).toContain('/c/D')
  for (const [{ page }, count] of [
    [ana, '2 messages'],
    [ben, '1 message'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Jump to' }).fill('sextant')
    await page.getByRole('button', { name: /Search messages for “sextant”/ }).click()
    await dialog(page).getByText(count, { exact: true }).waitFor()
    expect(await options(page).last().innerText()).toContain('<img src=x onerror=alert(1)>')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  // What is opened in the moment in which the same closes stays open.
  const { page } = ana
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('sext')
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    const press = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', press))
  })
  await expect.poll(() => page.getByRole('combobox', { name: 'Jump to' }).inputValue()).toBe('')
  await page.getByRole('option').first().waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(1)
  expect([...ana.errors, ...ben.errors]).toEqual([])
})

async function openDirectMessage(page: Page): Promise<string> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('Scout')
  await page.getByRole('option', { name: /Scout/ }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toContain('/c/D')
  return page.url()
}

async function write(page: Page, text: string): Promise<void> {
  const composer = page.locator('[data-region="composer"] [data-composing]')
  await composer.fill(text)
  await composer.press('Enter')
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
}
