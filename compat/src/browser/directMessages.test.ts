import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAtStart } from '#testing/browser'
import { startServer } from '#testing/server'

const findLink = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true })

describe('direct messages in a browser', () => {
  test('[ROM-10] a person starts a group with the keyboard alone, and the others see it under the names of the rest', async () => {
    const server = await startServer()
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ana.page.getByRole('button', { name: 'New direct message' }).press('Enter')
    const box = ana.page.getByRole('textbox', { name: 'Find people or apps' })
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
    for (const name of ['ben', 'scout', 'eve']) {
      await box.fill(name)
      await box.press('Enter')
    }
    await box.press('Backspace')
    await ana.page.getByText('A group of 3, with you.').waitFor()
    await box.press('Enter')
    await ana.page.getByRole('heading', { name: 'Ben, Scout', level: 1 }).waitFor()
    await ana.page.getByRole('textbox', { name: 'Message Ben, Scout' }).fill('Lunch?')
    await ana.page.keyboard.press('Enter')

    await findLink(ben.page, 'Ana, Scout').waitFor()
    await expect.poll(() => findLink(ben.page, 'Ana, Scout').getAttribute('aria-description')).toBe('1 unread')
    await findLink(ben.page, 'Ana, Scout').click()
    await ben.page.getByText('Lunch?').waitFor()
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })

  test('[ROM-11] a closed direct message comes back with the next message, and from the switcher', async () => {
    const server = await startServer()
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ana.page.getByRole('button', { name: 'New direct message' }).click()
    await ana.page.getByRole('textbox', { name: 'Find people or apps' }).fill('ben')
    await ana.page.keyboard.press('Enter')
    await ana.page.getByRole('button', { name: 'Open', exact: true }).click()
    await ana.page.getByRole('heading', { name: 'Ben', level: 1 }).waitFor()
    await ana.page.getByRole('textbox', { name: 'Message Ben' }).fill('Hi Ben')
    await ana.page.keyboard.press('Enter')

    await findLink(ben.page, 'Ana').click()
    await ben.page.getByTestId('text').getByText('Hi Ben').waitFor()
    await ben.page.getByRole('button', { name: 'Close conversation' }).click()
    await ben.page.getByRole('heading', { name: 'general', level: 1 }).waitFor()
    await expect.poll(() => findLink(ben.page, 'Ana').count()).toBe(0)
    await ben.page.reload()
    await ben.page.getByRole('navigation').first().waitFor()
    await expect.poll(() => findLink(ben.page, 'Ana').count()).toBe(0)

    await ana.page.getByRole('textbox', { name: 'Message Ben' }).fill('Still there?')
    await ana.page.keyboard.press('Enter')
    await findLink(ben.page, 'Ana').click()
    await ben.page.getByTestId('text').getByText('Still there?').waitFor()
    await ben.page.getByRole('button', { name: 'Close conversation' }).click()
    await expect.poll(() => findLink(ben.page, 'Ana').count()).toBe(0)

    await ben.page.keyboard.press('Control+k')
    await ben.page.getByRole('combobox', { name: 'Jump to' }).fill('ana')
    await ben.page.keyboard.press('Enter')
    await ben.page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor()
    await findLink(ben.page, 'general').click()
    await expect.poll(() => findLink(ben.page, 'Ana').count()).toBe(1)
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })
})
