import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { startServer } from '#testing/server'

describe('[WEB-7] a page', () => {
  test.each(['/nothing/here', '/c/C0NOWHERE'])('at %s says that nothing is there, and leads back', async (path) => {
    const server = await startServer()
    const { page } = await signIn(server, 'Ana Lima')
    await page.goto(server.url + path)
    await page.getByRole('heading', { name: /nothing at this address|does not exist/ }).waitFor()
    await page.getByRole('button', { name: 'Go to your conversations' }).click()
    await page.getByRole('list', { name: 'Messages in general' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/c/C0GENERAL')
  })

  test('is named after the channel and the team, and shows a topic as it is meant', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open('/c/C0HELP')
    await expect.poll(() => page.title()).toBe('#help-desk · Acme')
    await page.getByRole('button', { name: /^About help-desk/ }).click()
    await page.getByRole('textbox', { name: 'Topic' }).fill(':test_tube: see <https://acme.example/book|the handbook>')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    const header = page.getByRole('main').locator('header')
    await expect.poll(() => header.textContent()).toContain('🧪 see the handbook')
    await expect.poll(() => header.getByRole('link').getAttribute('href')).toBe('https://acme.example/book')
    expect(errors).toEqual([])
  })
})
