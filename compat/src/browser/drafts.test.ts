import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { startServer } from '#testing/server'

const help = '/c/C0HELP'

test('[DRF-1, DRF-2] what is typed and not sent follows the person, is listed, and goes with the sending', async () => {
  const server = await startServer()
  const [here, there] = [await signIn(server, 'Ana Lima'), await signIn(server, 'Ana Lima')]
  const composerOf = ({ page }: typeof here) => page.getByRole('textbox', { name: 'Message #help-desk' })
  const draftsOf = ({ page }: typeof here) => page.getByRole('navigation').getByRole('button', { name: 'Drafts' })
  await here.open(help)
  await there.open('/c/C0GENERAL')
  await composerOf(here).pressSequentially('Half *a* sentence')

  // It is counted where it is not seen.
  await expect.poll(() => draftsOf(there).getAttribute('aria-description')).toBe('1')
  expect(await draftsOf(here).count()).toBe(0)
  await draftsOf(there).click()
  const entry = there.page.getByRole('list', { name: 'Drafts' }).getByRole('listitem')
  await expect.poll(() => entry.innerText()).toMatch(/#help-desk[^]*Half/)
  await there.page.getByRole('button', { name: 'Continue writing' }).click()
  await expect.poll(() => textOf(composerOf(there))).toBe('Half a sentence')
  expect(await composerOf(there).locator('em, strong').textContent()).toBe('a')

  // What is typed later wins, and leaves with the message.
  await composerOf(there).press('End')
  await composerOf(there).pressSequentially(', whole')
  await expect.poll(() => textOf(composerOf(here)), { timeout: 20_000 }).toBe('Half a sentence, whole')
  await composerOf(there).press('Enter')
  await expect.poll(() => textOf(composerOf(here)), { timeout: 20_000 }).toBe('')
  for (const { page } of [here, there])
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('draft.')

  // One that is not wanted is deleted in the list.
  await composerOf(here).pressSequentially('Never mind')
  await here.page.getByRole('link', { name: 'general', exact: true }).click()
  await draftsOf(here).click()
  await here.page.getByRole('button', { name: 'Delete' }).click()
  await here.page.getByRole('button', { name: 'Delete' }).last().click()
  await here.page.getByText('There are no drafts.').waitFor()
  expect([here.errors, there.errors]).toEqual([[], []])
})

test('[DRF-2] a message that is sent in one tab leaves the composer of the other, where it was never typed', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  const other = await page.context().newPage()
  await open(help)
  await other.goto(server.url + help)
  const [here, there] = [page, other].map((tab) => tab.getByRole('textbox', { name: 'Message #help-desk' }))
  for (const tab of [page, other]) await tab.locator('[data-region="composer"] [contenteditable="true"]').waitFor()
  await here?.pressSequentially('Once')
  await expect.poll(() => there && textOf(there)).toBe('Once')
  await here?.press('Enter')
  await expect.poll(() => there && textOf(there)).toBe('')
  expect(errors).toEqual([])
})
