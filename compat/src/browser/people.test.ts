import { describe, expect, test } from 'vitest'
import { signInAtStart, textOf } from '#testing/browser'
import { startServer, workspaceFile } from '#testing/server'

describe('people in a browser', () => {
  test('[USR-6, USR-7, USR-10] a person sets a status and a zone, others see it on their card and next to their name', async () => {
    const server = await startServer({ workspace: workspaceFile })
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ana.page.getByRole('link', { name: 'help-desk', exact: true }).click()
    await ben.page.getByRole('link', { name: 'help-desk', exact: true }).click()
    await ana.page.getByRole('textbox', { name: 'Message #help-desk' }).fill('Hi @ops')
    await ana.page.keyboard.press('Enter')
    await ana.page.keyboard.press('Enter')

    await ana.page.getByRole('button', { name: /profile and status/ }).click()
    await ana.page.getByRole('button', { name: 'On vacation' }).click()
    await ana.page.getByRole('textbox', { name: 'Title' }).fill('Head of rivers')
    await ana.page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
    await ana.page.getByRole('dialog').waitFor({ state: 'hidden' })

    const message = ben.page.getByRole('article').filter({ hasText: 'Hi @ops' })
    await message.getByRole('img', { name: 'Status: On vacation' }).waitFor()
    await message.getByRole('button', { name: 'Ana', exact: true }).click()
    const card = ben.page.getByRole('dialog')
    await card.getByText('Head of rivers').waitFor()
    await card.getByText('Asia/Tokyo').waitFor()
    await card.getByText('U0ANA').waitFor()
    await card.getByRole('button', { name: 'Mention' }).click()
    const field = ben.page.getByRole('textbox', { name: 'Message #help-desk' })
    await expect.poll(() => textOf(field)).toBe('@Ana ')
    await ben.page.keyboard.type('look')
    await ben.page.keyboard.press('Enter')
    await ben.page.locator('[data-own]').filter({ hasText: '@Ana look' }).waitFor()
    await message.getByRole('button', { name: 'Ana', exact: true }).click()
    await card.getByRole('button', { name: 'Message', exact: true }).click()
    await ben.page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor()

    await ben.page.keyboard.press('Control+k')
    await ben.page.getByRole('combobox').fill('people')
    await ben.page.getByRole('option', { name: 'People and groups' }).click()
    await ben.page.getByRole('searchbox').fill('oper')
    await ben.page.getByRole('button', { name: /Operations/ }).click()
    await ben.page.getByRole('dialog').getByRole('button', { name: /Ana/ }).waitFor()
    await ben.page.keyboard.press('Escape')

    await ben.page.getByRole('link', { name: 'help-desk', exact: true }).click()
    await message.getByRole('button', { name: '@ops' }).click()
    await ben.page.getByRole('heading', { name: 'Operations' }).waitFor()
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })

  test('[USR-5] a person chooses a picture, which others see, and takes it away', async () => {
    const server = await startServer({ workspace: workspaceFile })
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ben.page.getByRole('button', { name: 'People and groups' }).click()
    const picture = ben.page.getByRole('dialog').getByRole('button', { name: 'Ana' }).locator('img')
    const profile = ana.page.getByRole('dialog')
    const choose = (name: string, buffer: Buffer) =>
      profile.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await ana.page.getByRole('button', { name: /profile and status/ }).click()
    await profile.getByRole('textbox', { name: 'Title' }).fill('Captain')
    await choose('a.png', Buffer.from('no picture'))
    await profile.getByText(/^That is not a picture/).waitFor()
    await choose('b.png', await ana.page.screenshot())
    await profile.locator('img').waitFor()
    await profile.getByRole('button', { name: 'Save', exact: true }).click()
    await picture.waitFor()
    const size = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    })
    expect(size).toEqual([256, 256])

    await ana.page.getByRole('button', { name: /profile and status/ }).click()
    await expect.poll(() => profile.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Captain')
    await profile.getByRole('button', { name: 'Remove the picture' }).click()
    await profile.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => picture.count()).toBe(0)
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })

  test('[PRE-1, PRE-2] a dot says who is active; who says so is away', async () => {
    const server = await startServer({ workspace: workspaceFile })
    const [ana, ben] = [await signInAtStart(server, 'Ana Lima'), await signInAtStart(server, 'Ben Okafor')]
    await ben.page.getByRole('button', { name: 'People and groups' }).click()
    const rowOf = (name: string) => ben.page.getByRole('dialog').getByRole('button', { name })
    await rowOf('Ana').getByTestId('active').waitFor()
    await rowOf('Eve').getByTestId('away').waitFor()

    await ana.page.getByRole('button', { name: /profile and status/ }).click()
    await ana.page.getByRole('checkbox', { name: 'Show me as away' }).check()
    await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
    await rowOf('Ana').getByTestId('away').waitFor()
    await rowOf('Ana').click()
    await ben.page.getByRole('dialog').getByText('Away', { exact: true }).waitFor()
    expect([...ana.errors, ...ben.errors]).toEqual([])
  })
})
