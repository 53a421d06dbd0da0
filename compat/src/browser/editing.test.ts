import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const path = `/c/${channelThread.channel}`
const findMessage = (page: Page, text: string) => page.locator('article').filter({ hasText: text })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit the message' })

test('[MSG-32] a person edits their last message with Up, and everybody sees the new words', async () => {
  const { ana, ben } = await createScene()
  await write(ana.page, '@Ben, a first **tought**.')
  await findMessage(ben.page, 'tought').waitFor()
  await composer(ana.page).press('ArrowUp')
  await expect.poll(() => textOf(editor(ana.page))).toBe('@Ben, a first tought.')
  await editor(ana.page).fill('@Ben, a first **thought**.')
  await editor(ana.page).press('Enter')
  for (const { page } of [ana, ben]) {
    await findMessage(page, '@Ben, a first thought. (edited)').waitFor()
    expect(await findMessage(page, 'a first').locator('strong').innerText()).toBe('thought')
  }
  await expect.poll(() => composer(ana.page).evaluate((area) => area === document.activeElement)).toBe(true)
  // The last one is still Ana's: Ben has written nothing.
  await composer(ben.page).press('ArrowUp')
  await expect.poll(() => editor(ben.page).count()).toBe(0)
  expect([...ana.errors, ...ben.errors]).toEqual([])
  // Nor is an older one edited while the last one is still being sent.
  await ana.page.context().setOffline(true)
  await composer(ana.page).fill('Not there yet')
  await composer(ana.page).press('Enter')
  await ana.page.locator('[data-outgoing]').waitFor()
  await composer(ana.page).press('ArrowUp')
  await ana.page.keyboard.type('goes on')
  await expect.poll(() => textOf(composer(ana.page))).toBe('goes on')
})

test('[MSG-32] a change that is not saved is there again when the person comes back, until Esc drops it', async () => {
  const { ana } = await createScene()
  const { page } = ana
  await write(page, 'First words')
  await composer(page).press('ArrowUp')
  await editor(page).press('End')
  await editor(page).pressSequentially(' and more')
  const goTo = (name: string) => page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
  const [here, elsewhere] = [new URL(page.url()).pathname, 'help-desk']
  await goTo(elsewhere)
  await expect.poll(() => editor(page).count()).toBe(0)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe(here)
  await expect.poll(() => textOf(editor(page))).toBe('First words and more')
  await editor(page).press('Escape')
  await expect.poll(() => editor(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
  await goTo(elsewhere)
  await page.goBack()
  await findMessage(page, 'First words').waitFor()
  expect(await editor(page).count()).toBe(0)
  expect(ana.errors).toEqual([])
})

test('[MSG-35] whoever reads an edited message opens what it said before, with what came and went', async () => {
  const { ana, ben } = await createScene()
  await write(ana.page, 'We meet at 10 on Monday')
  for (const words of ['We meet at 11 on Monday', 'We meet at 11 on Monday, in the garden']) {
    await composer(ana.page).press('ArrowUp')
    await editor(ana.page).fill(words)
    await editor(ana.page).press('Enter')
    await findMessage(ben.page, `${words} (edited)`).waitFor()
  }
  const opener = findMessage(ben.page, 'We meet').getByRole('button', { name: '(edited)' })
  await opener.press('Enter')
  const dialog = ben.page.getByRole('dialog', { name: 'Versions of this message' })
  const versions = dialog.getByRole('listitem')
  await expect.poll(() => versions.count()).toBe(3)
  const shown = await versions.evaluateAll((items) =>
    items.map((item) => item.querySelector('p:last-child')?.textContent),
  )
  expect(shown).toEqual([
    'We meet at 11 on Mondayadded: , in the garden',
    'We meet at removed: 10added: 11 on Monday',
    'We meet at 10 on Monday',
  ])
  await ben.page.keyboard.press('Escape')
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  // On a narrow page, leaving the composer moves the messages. The press reaches its button all the same.
  await ben.page.keyboard.press('Escape')
  await ben.page.setViewportSize({ width: 390, height: 844 })
  await composer(ben.page).click()
  await ben.page.getByRole('toolbar', { name: 'Formats' }).waitFor()
  await opener.click()
  await dialog.waitFor()
  await expect.poll(() => ben.page.getByRole('toolbar', { name: 'Formats' }).count()).toBe(0)
  expect([...ana.errors, ...ben.errors]).toEqual([])
})

test('[MSG-32] E on a message edits it, Esc leaves it as it was, and the focus comes back', async () => {
  const { ana } = await createScene()
  await write(ana.page, 'Stays as it is')
  const message = findMessage(ana.page, 'Stays as it is').and(ana.page.locator('[data-own]'))
  await message.waitFor()
  await message.focus()
  await ana.page.keyboard.press('e')
  await editor(ana.page).fill('Never said')
  await ana.page.keyboard.press('Escape')
  await message.waitFor()
  await expect.poll(() => message.evaluate((article) => article === document.activeElement)).toBe(true)
  await ana.page.keyboard.press('e')
  await editor(ana.page).fill('   ')
  await ana.page.getByText('To remove the message, delete it.').waitFor()
  await expect.poll(() => ana.page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(ana.errors).toEqual([])
})

test('[MSG-32] a person deletes their message after a question, and cannot change what others wrote', async () => {
  const { ana, ben } = await createScene()
  await write(ana.page, 'Said too early')
  await findMessage(ben.page, 'Said too early').waitFor()
  await openMenu(ben.page, 'Said too early')
  await ben.page.getByRole('menuitem', { name: /^Pin/ }).waitFor()
  expect(await ben.page.getByRole('menuitem', { name: /Edit|Delete/ }).count()).toBe(0)
  for (const answer of ['Cancel', 'Delete']) {
    await openMenu(ana.page, 'Said too early')
    await ana.page.getByRole('menuitem', { name: 'Delete message…' }).click()
    await ana.page.getByRole('dialog').getByRole('button', { name: answer }).click()
    await ana.page.getByRole('dialog').waitFor({ state: 'detached' })
    if (answer === 'Cancel') await findMessage(ben.page, 'Said too early').waitFor()
  }
  for (const { page } of [ana, ben]) await findMessage(page, 'Said too early').waitFor({ state: 'detached' })
  expect([...ana.errors, ...ben.errors]).toEqual([])
})

test('[MSG-36] words for a message of a channel that is gone for its person are shown in its place, and kept', async () => {
  const { page, errors, loseChannel } = await changeInPrivate()
  await loseChannel()
  const note = page.getByTestId('left-words')
  for (const reload of [true, false]) {
    await page.getByText('This conversation does not exist, or you cannot see it.').waitFor()
    await expect.poll(() => note.textContent()).toContain('You had written:We meet at 11')
    if (reload) await page.reload()
  }
  await note.getByRole('button', { name: 'Discard' }).focus()
  await page.keyboard.press('Enter')
  await note.waitFor({ state: 'detached' })
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
  expect(errors).toEqual([])
})

test('[MSG-36] who is elsewhere when the channel of a change is gone is led to the words, after a reload too', async () => {
  const { page, errors, loseChannel } = await changeInPrivate()
  await page.getByRole('navigation').getByRole('link', { name: 'general', exact: true }).click()
  await editor(page).waitFor({ state: 'detached' })
  await loseChannel()
  const notice = page
    .getByRole('region', { name: 'Notices' })
    .getByRole('article', { name: 'Your change was not saved' })
  await expect.poll(() => notice.textContent()).toContain('You had written: We meet at 11')
  await page.reload()
  await notice.getByRole('button', { name: 'Show' }).click()
  const note = page.getByTestId('left-words')
  await expect.poll(() => note.textContent()).toContain('You had written:We meet at 11')
  await expect.poll(() => note.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await notice.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

async function createScene() {
  const server = await startServer()
  const [ana, ben] = [await signIn(server, 'Ana Lima'), await signIn(server, 'Ben Okafor')]
  for (const { open } of [ana, ben]) await open(path)
  return { ana, ben }
}

function composer(page: Page) {
  return page.locator('[data-region="composer"] [data-composing]')
}

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
}

async function openMenu(page: Page, text: string): Promise<void> {
  await findMessage(page, text).hover()
  await findMessage(page, text).getByRole('button', { name: 'More actions' }).click()
}

/** Ana is changing a message in a private channel out of which she can be taken. */
async function changeInPrivate() {
  const server = await startServer()
  const { page, errors } = await signIn(server, 'Ana Lima')
  const host = createClient(server, 'xoxb-acme-host')
  const { channel } = await host.conversations.create({ name: 'big-plans', is_private: true })
  const id = channel!.id!
  await host.conversations.invite({ channel: id, users: 'U0ANA' })
  await page.goto(`${server.url}/c/${id}`)
  await write(page, 'We meet at 10')
  await composer(page).press('ArrowUp')
  await editor(page).fill('We meet at 11')
  return { page, errors, loseChannel: () => host.conversations.kick({ channel: id, user: 'U0ANA' }) }
}
