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
  await ana.page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect([...ana.errors, ...other.errors]).toEqual([])
})
