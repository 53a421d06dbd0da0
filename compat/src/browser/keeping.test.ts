import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { channelThread } from '#testing/sampleReply'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread
const path = `/c/${channel}`
const findMessage = (page: Page) => page.locator(`[data-ts="${root}"]`)

test('[PIN-6] a person pins a message from its menu, and goes to it from the list', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  const ben = await signIn(server, 'Ben Okafor')
  await open(path)
  await ben.open(path)
  await chooseInMenu(page, 'Pin to this conversation')
  await findMessage(page).getByText('Pinned by you').waitFor()
  await findMessage(ben.page).getByText('Pinned by Ana').waitFor()

  await ben.page.getByRole('button', { name: '1 pinned message' }).click()
  const dialog = ben.page.getByRole('dialog', { name: 'Pinned messages' })
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => new URL(ben.page.url()).pathname).toContain(`p${root.replace('.', '')}`)
  await expect.poll(() => dialog.count()).toBe(0)

  await ben.page.getByRole('button', { name: '1 pinned message' }).click()
  await dialog.getByRole('button', { name: 'Unpin' }).click()
  await dialog.getByText('Nothing is pinned here.').waitFor()
  await findMessage(page).getByText('Pinned by you').waitFor({ state: 'detached' })
  expect([...errors, ...ben.errors]).toEqual([])
})

test('[BKM-1] members add, change and remove bookmarks, which all see as links', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  const ben = await signIn(server, 'Ben Okafor')
  await open(path)
  await ben.open(path)
  await expect.poll(() => page.getByRole('navigation', { name: 'Bookmarks' }).count()).toBe(0)
  await page.getByRole('button', { name: /^About / }).click()
  await page.getByRole('button', { name: 'Bookmarks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bookmarks' })
  await dialog.getByLabel('Link').fill('javascript:alert(1)')
  await dialog.getByLabel('Title').fill('Handbook')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText(/is not an address/).waitFor()
  await dialog.getByLabel('Link').fill('example.com/handbook')
  await dialog.getByLabel(/^Emoji/).fill(':books:')
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Bookmarks' }).getByText('Handbook', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  const link = ben.page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link', { name: /Handbook/ })
  await link.waitFor()
  await expect.poll(() => link.getAttribute('href')).toBe('https://example.com/handbook')
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener')

  await ben.page.getByRole('button', { name: 'Edit bookmarks' }).click()
  await ben.page.getByRole('button', { name: 'Edit Handbook' }).click()
  await ben.page.getByLabel('Title').fill('The book')
  await ben.page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: /The book/ }).waitFor()
  await ben.page.getByRole('button', { name: 'Remove The book' }).click()
  await expect.poll(() => page.getByRole('navigation', { name: 'Bookmarks' }).count()).toBe(0)
  expect([...errors, ...ben.errors]).toEqual([])
})

test('[SCH-6, SCH-7] a person schedules a message, changes its time, and it is sent by the clock of the server', async () => {
  const server = await startServer()
  const control = createControlClient(server)
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(path)
  const later = page.getByRole('button', { name: 'Schedule for later' })
  await expect.poll(() => later.isDisabled()).toBe(true)
  await schedule('/deploy now', /^Tomorrow/)
  await page.getByText('A command cannot be scheduled.').waitFor()
  await schedule('Good *morning*', /^Tomorrow/)
  await page.getByText(/^Your message will be sent tomorrow at /).waitFor()
  await expect.poll(() => textOf(page.getByRole('textbox', { name: /^Message/ }))).toBe('')
  await schedule('Second', 'Another time…')
  const dialog = page.getByRole('dialog', { name: 'Schedule for later' })
  await dialog.getByRole('button', { name: /^Send tomorrow at/ }).click()
  await page.getByText(/^2 scheduled, the next tomorrow/).waitFor()

  await page.getByRole('button', { name: 'Scheduled', exact: false }).first().click()
  const list = page.getByRole('dialog', { name: 'Scheduled' })
  const rows = list.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => rows.first().textContent()).toContain('Good morning')
  await rows.last().getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('button', { name: 'Change time' }).click()
  await rows.first().getByLabel('Date and time').fill('2020-01-01T09:00')
  await rows
    .first()
    .getByRole('button', { name: /^Send / })
    .click()
  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  const messages = page.getByRole('list', { name: /^Messages in / })
  await messages.getByText('Second').waitFor()
  await expect.poll(() => messages.getByText('Good morning').count()).toBe(0)
  await control.advanceClock('2d')
  await messages.getByText('Good morning').waitFor()
  await expect.poll(() => page.getByText(/will be sent/).count()).toBe(0)
  expect(errors).toEqual([])

  async function schedule(text: string, when: string | RegExp) {
    await page.getByRole('textbox', { name: /^Message/ }).fill(text)
    await later.click()
    await page.getByRole('menuitem', { name: when }).click()
  }
})

test('[LAT-1, LAT-2, LAT-6] a saved message is on both pages of a person, and comes back when its time has come', async () => {
  const server = await startServer()
  const [one, two] = [await signIn(server, 'Ana Lima'), await signIn(server, 'Ana Lima')]
  await one.open(path)
  await two.open('/c/C0HELP')
  await findMessage(one.page).focus()
  await one.page.keyboard.press('d')
  await one.page.getByRole('button', { name: /^In 1 hour/ }).click()
  await findMessage(one.page)
    .getByText(/^Saved for later, reminder/)
    .waitFor()
  await two.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Later/ })
    .click()
  const dialog = two.page.getByRole('dialog', { name: 'Later' })
  await dialog.getByRole('button', { name: 'Change reminder' }).waitFor()
  await createControlClient(server).advanceClock('1h')
  await dialog.getByText(/^Due since/).waitFor()
  const note = one.page.getByRole('region', { name: 'Reminders' })
  await note.getByRole('article', { name: /^Reminder: / }).waitFor()
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => new URL(two.page.url()).pathname).toContain(`p${root.replace('.', '')}`)
  await note.getByRole('button', { name: 'Done' }).click()
  await note.waitFor({ state: 'detached' })
  await two.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Later/ })
    .waitFor({ state: 'detached' })
  expect([...one.errors, ...two.errors]).toEqual([])
})

async function chooseInMenu(page: Page, name: string): Promise<void> {
  await findMessage(page).hover()
  await findMessage(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
