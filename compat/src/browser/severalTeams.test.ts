import { expect, test } from 'vitest'
import { openBrowser, textOf } from '#testing/browser'
import { postInOak, startTwoTeams } from '#testing/servers/twoTeams'

test('[SES-14, SES-15, SES-16] one browser is in two teams: it sees what is new in both, and leaves one alone', async () => {
  const server = await startTwoTeams()
  const { page, errors } = await openBrowser(server)
  await page.goto(server.url)
  const team = (name: string) => page.getByRole('heading', { level: 1 }).getByRole('button', { name })
  const composer = page.getByRole('textbox', { name: /^Message #/ })
  const storage = () => page.evaluate(() => JSON.stringify(localStorage))
  await page.getByRole('region', { name: 'Oak' }).getByRole('button', { name: 'Ana Lima' }).click()
  await team('Oak').waitFor()
  await composer.fill('Half a sentence for Oak')
  await expect.poll(storage).toContain('Half a sentence for Oak')

  await team('Oak').click()
  await page.getByRole('menuitem', { name: 'Sign in to another team' }).click()
  await page.getByRole('heading', { name: 'Sign in to another team' }).waitFor()
  // Who is signed in to a team already is not offered it again.
  expect(await page.getByRole('region', { name: 'Oak' }).count()).toBe(0)
  await page.getByRole('region', { name: 'Elm' }).getByRole('button', { name: 'Ana Lima' }).click()
  await team('Elm').waitFor()
  await composer.waitFor()
  expect(await textOf(composer)).toBe('')

  // Something for Ana comes in Oak while she looks at Elm.
  await postInOak(server, 'Hello <@U0OAKANA>')
  await team('Elm').click()
  const oak = page.getByRole('menuitemradio', { name: /Oak/ })
  await oak.getByText('1 for you').waitFor({ state: 'attached' })
  expect(await page.getByRole('menuitemradio', { checked: true }).textContent()).toContain('Elm')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+1')
  await team('Oak').waitFor()
  await expect.poll(() => textOf(composer)).toBe('Half a sentence for Oak')
  await page.getByText('Hello @Ana Lima').first().waitFor()

  // [SES-16] A link to a channel of the other team leads there, in a tab that has shown no team yet too.
  const link = `${server.url}/archives/C0ELM/p1700000000000100`
  for (const tab of [page, await page.context().newPage()]) {
    await tab.goto(link)
    await tab.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Elm' }).waitFor()
    await expect
      .poll(() => new URL(tab.url()).pathname + new URL(tab.url()).search)
      .toMatch(/^\/(archives|c)\/C0ELM[^?]*$/)
    await tab.goto(`${server.url}/c/C0NOWHERE`)
    await tab.getByText('This conversation does not exist, or you cannot see it.').waitFor()
  }
  await page.keyboard.press('Control+/')
  const row = page.getByRole('dialog').locator('[data-shortcut="team"]')
  await expect.poll(() => row.locator('kbd').allInnerTexts()).toEqual(['Ctrl', '1', 'Ctrl', '9'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await team('Oak').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await team('Elm').waitFor()
  expect(await storage()).not.toContain('Half a sentence for Oak')
  await page.reload()
  await team('Elm').waitFor()
  expect(errors).toEqual([])
})
