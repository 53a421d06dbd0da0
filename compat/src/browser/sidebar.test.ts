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
  const toggle = (tab: Page) => region(tab, 'Support').getByRole('button', { name: 'Support', exact: true })
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

test('[SDB-3] rows have menus, and are dragged with sections; a reader is told, and of what fails too', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open('/c/C0GENERAL')
  const row = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  const item = (name: string | RegExp) =>
    page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name }))
  const announced = (text: RegExp) => expect.poll(() => page.getByTestId('announcer').innerText()).toMatch(text)
  const sections = () => page.getByRole('navigation').getByRole('heading', { level: 2 }).allInnerTexts()

  // The first section is made in the menu, by the pointer; the second by the keyboard.
  // What comes above the row may move it away from the pointer.
  await expect
    .poll(async () => {
      await row('help-desk').hover()
      return page.getByRole('button', { name: 'help-desk: more actions' }).isVisible()
    })
    .toBe(true)
  await row('help-desk').click({ button: 'right' })
  await item('Move to section').click()
  await item('New section…').click()
  await page.getByRole('dialog', { name: 'New section' }).getByRole('textbox', { name: 'Name' }).fill('Support')
  await page.keyboard.press('Enter')
  await expect.poll(() => linksIn(page, 'Support')).toEqual(['help-desk'])
  // The focus comes back to a row that stands elsewhere, a moment after the dialog has closed.
  await expect.poll(() => focusedRow(page)).toBe('help-desk')
  await row('general').focus()
  await page.keyboard.press('Shift+F10')
  await expect.poll(() => focused(page)).toBe('Notifications')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('Move to section')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused(page)).toBe('Support')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('New section…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New section' }).getByRole('textbox', { name: 'Name' }).fill('Projects')
  await page.keyboard.press('Enter')
  await expect.poll(() => linksIn(page, 'Projects')).toEqual(['general'])
  await expect.poll(() => focusedRow(page)).toBe('general')

  await row('general').dragTo(row('help-desk'), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => linksIn(page, 'Support')).toEqual(['general', 'help-desk'])
  await announced(/^general is number 1 of 2 in Support/)
  await row('general').dragTo(row('help-desk'), { targetPosition: { x: 40, y: 28 } })
  await expect.poll(() => linksIn(page, 'Support')).toEqual(['help-desk', 'general'])
  const head = (name: string) => region(page, name).locator('[draggable]').first()
  await head('Projects').dragTo(head('Support'), {
    sourcePosition: { x: 150, y: 12 },
    targetPosition: { x: 150, y: 2 },
  })
  await expect.poll(async () => (await sections()).slice(0, 2)).toEqual(['Projects', 'Support'])
  await announced(/^Projects is section 1 of 2/)
  await row('general').dragTo(region(page, 'Channels').getByRole('heading'))
  await expect.poll(() => linksIn(page, 'Channels')).toContain('general')
  await announced(/^general is in no section/)
  await expect.poll(() => page.getByTestId('drop-mark').count()).toBe(0)

  await scout.chat.postMessage({ channel: 'C0HELP', text: 'new' })
  await expect.poll(() => row('help-desk').getAttribute('aria-description')).toContain('1 unread')
  await row('help-desk').click({ button: 'right' })
  await item('Mark as read').click()
  await expect.poll(() => row('help-desk').getAttribute('aria-description')).toBeNull()
  await row('help-desk').click({ button: 'right' })
  await item('Notifications').click()
  await item(/^Mute/).click()
  await expect.poll(() => row('help-desk').getAttribute('aria-description')).toBe('muted')
  await row('help-desk').click({ button: 'right' })
  await item('Leave channel').click()
  await expect.poll(() => linksIn(page, 'Support')).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/c/C0GENERAL')
  expect(errors).toEqual([])

  await server.stop()
  await page.getByTestId('connection').getByText('Reconnecting').waitFor()
  await row('general').dragTo(region(page, 'Support').getByRole('heading'))
  await page.getByRole('navigation').getByText('The server cannot be reached').waitFor()
  expect(await linksIn(page, 'Channels')).toContain('general')
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
