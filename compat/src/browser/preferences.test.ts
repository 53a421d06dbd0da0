import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { startServer } from '#testing/server'

test('[WEB-16] what a person prefers holds in every browser of theirs, and before anything is painted', async () => {
  const server = await startServer()
  const ana = await signIn(server, 'Ana Lima', { locale: 'en-US', timezoneId: 'UTC' })
  const other = await signIn(server, 'Ana Lima', { locale: 'en-US', timezoneId: 'UTC' })
  for (const { open } of [ana, other]) await open('/c/C0HELP')
  const chosen = () =>
    other.page.evaluate(() => {
      const { theme, density, clock } = document.documentElement.dataset
      return { theme, density, clock }
    })
  const time = other.page.locator('main article time').first()
  await expect.poll(() => time.innerText()).toBe('12:00 AM')
  const row = other.page.locator('main article').first()
  const heightBefore = (await row.boundingBox())?.height ?? 0

  await ana.page.getByRole('button', { name: 'Preferences' }).click()
  const dialog = ana.page.getByRole('dialog', { name: 'Preferences' })
  for (const name of ['Dark', 'Compact', '24 hours']) await dialog.getByRole('radio', { name }).check()
  await expect.poll(chosen).toEqual({ theme: 'dark', density: 'compact', clock: '24' })
  await expect.poll(() => time.innerText()).toBe('00:00')
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(heightBefore)
  await other.page.reload({ waitUntil: 'commit' })
  await expect.poll(chosen).toEqual({ theme: 'dark', density: 'compact', clock: '24' })

  await dialog.getByRole('radio', { name: 'As the system' }).check()
  await expect.poll(chosen).toEqual({ theme: undefined, density: 'compact', clock: '24' })
  // [WEB-18] The page loads again in German; the other one is in German when it is loaded next.
  await dialog.getByRole('radio', { name: 'Deutsch' }).click()
  const languageOf = ({ page }: typeof ana) => page.evaluate(() => document.documentElement.lang)
  await ana.page.getByRole('button', { name: 'Einstellungen' }).click()
  expect(await languageOf(ana)).toBe('de')
  expect(await languageOf(other)).toBe('en')
  await other.page.reload()
  await other.page.getByRole('textbox', { name: 'Nachricht an #help-desk' }).waitFor()
  await ana.page.getByRole('radio', { name: 'English' }).click()
  await ana.page.getByRole('button', { name: 'Preferences' }).click()
  // [WEB-19] Without single keys, nothing names them and they do nothing.
  await dialog.getByRole('radio', { name: 'Off', exact: true }).check()
  await expect.poll(() => ana.page.evaluate(() => document.documentElement.dataset['single_keys'])).toBe('off')
  // [SES-13] The other browser is signed out, at once, and this one stays.
  const rows = dialog.getByRole('list', { name: 'Browsers' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.first().innerText()).toContain('This browser')
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => other.page.getByRole('heading', { name: 'Who are you today?' }).count()).toBe(1)
  await ana.page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)

  // A dialog that is opened before the browser has said that another one closed stays open.
  const { page } = ana
  await page.keyboard.press('Control+Shift+L')
  await page.getByRole('dialog', { name: 'Channels' }).waitFor()
  await page.evaluate(() => {
    document.querySelector('dialog')?.close()
    const keys = { key: 'K', ctrlKey: true, shiftKey: true, bubbles: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
  })
  const opened = page.getByRole('dialog', { name: 'New message' })
  await opened.waitFor()
  await opened
    .getByRole('combobox')
    .or(opened.getByRole('searchbox'))
    .or(opened.getByRole('textbox'))
    .first()
    .fill('ben')
  expect(await opened.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect([...ana.errors, ...other.errors]).toEqual([])
})
