import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { channelThread } from '#testing/sampleReply'
import { type Server, startServer, startServerWithClosedChannel } from '#testing/server'

const path = `/c/${channelThread.channel}`
const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit the message' })
const composer = (page: Page) => page.locator('[data-region="composer"] [data-composing]')
const note = (page: Page) => page.getByTestId('left-words')

test('[MSG-36] words for a message that is deleted meanwhile go to the composer, and so does what is typed next', async () => {
  const { here, elsewhere } = await createScene()
  await write(here.page, '**We** meet at 10')
  await composer(here.page).press('ArrowUp')
  await editor(here.page).press('End')
  await editor(here.page).pressSequentially(', in the gar')
  await deleteMessage(elsewhere.page, 'We meet at 10')
  await expect.poll(() => textOf(composer(here.page))).toBe('We meet at 10, in the gar')
  expect(await composer(here.page).locator('strong').textContent()).toBe('We')
  await expect.poll(() => note(here.page).textContent()).toContain('The message was deleted. Your words are here.')
  await expect.poll(() => hasFocus(note(here.page))).toBe(true)

  // Enter was meant for the change. It does not send the words as a new message.
  await here.page.keyboard.press('Enter')
  await here.page.keyboard.type('den')
  await expect.poll(() => textOf(composer(here.page))).toBe('We meet at 10, in the garden')
  await here.page.keyboard.press('Enter')
  await expect.poll(() => note(here.page).count()).toBe(0)
  await elsewhere.page.locator('article').filter({ hasText: 'in the garden' }).waitFor()
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

test('[MSG-36] words for a deleted message wait above a composer that has others', async () => {
  const { here, elsewhere } = await createScene()
  for (const answer of ['Add below', 'Discard']) {
    await write(here.page, 'A first draft')
    await composer(here.page).press('ArrowUp')
    await editor(here.page).press('End')
    await editor(here.page).pressSequentially(' of mine')
    await composer(here.page).fill('Meanwhile')
    await deleteMessage(elsewhere.page, 'A first draft')
    await expect.poll(() => note(here.page).textContent()).toContain('A first draft of mine')
    // Who types goes on typing.
    await here.page.keyboard.type(', this')
    await expect.poll(() => textOf(composer(here.page))).toBe('Meanwhile, this')
    await note(here.page).getByRole('button', { name: answer }).click()
    await expect.poll(() => note(here.page).count()).toBe(0)
    const words = answer === 'Discard' ? 'Meanwhile, this' : 'Meanwhile, this\n\nA first draft of mine'
    await expect.poll(() => composer(here.page).innerText()).toBe(words)
    await composer(here.page).fill('')
  }
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

test('[MSG-36] words for a deleted message are kept in its thread, and in the channel if the thread is gone', async () => {
  const { here, elsewhere } = await createScene({ viewport: { width: 390, height: 844 } })
  const { page } = here
  const thread = page.getByTestId('thread')
  const reply = thread.getByRole('textbox', { name: 'Reply in thread' })
  await write(page, 'A question')
  await page.locator('article').filter({ hasText: 'A question' }).last().focus()
  await page.keyboard.press('t')
  await reply.fill('An answer')
  await reply.press('Enter')
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
  await elsewhere.page
    .getByRole('button', { name: /^1 reply/ })
    .last()
    .click()
  await reply.press('ArrowUp')
  await editor(page).fill('A better answer')
  await deleteMessage(elsewhere.page, 'An answer')
  await expect.poll(() => textOf(reply)).toBe('A better answer')
  await reply.fill('')

  await thread.locator('article').first().focus()
  await page.keyboard.press('e')
  await editor(page).fill('A better question')
  await deleteMessage(elsewhere.page, 'A question')
  await thread.waitFor({ state: 'detached' })
  await expect.poll(() => textOf(composer(page))).toBe('A better question')
  await expect.poll(() => hasFocus(note(page))).toBe(true)
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

test('[MSG-36] words for a message that is deleted while its person reads elsewhere, or is offline, are kept', async () => {
  const { here, elsewhere } = await createScene()
  const { page } = here
  await write(page, 'First words')
  await composer(page).press('ArrowUp')
  await editor(page).press('End')
  await editor(page).pressSequentially(' and more')
  await goTo(page, 'help-desk')
  await deleteMessage(elsewhere.page, 'First words')
  await page.goBack()
  await expect.poll(() => textOf(composer(page))).toBe('First words and more')
  await note(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect([await note(page).count(), await textOf(composer(page))]).toEqual([0, 'First words and more'])

  await write(page, 'Second words')
  await composer(page).press('ArrowUp')
  await editor(page).press('End')
  await page.context().setOffline(true)
  await editor(page).pressSequentially(' and more')
  await deleteMessage(elsewhere.page, 'Second words')
  expect(await textOf(editor(page))).toBe('Second words and more')
  await page.context().setOffline(false)
  await expect.poll(() => textOf(composer(page))).toBe('Second words and more')
  expect(elsewhere.errors).toEqual([])
})

test('[MSG-36] what says where the words are has the focus once, and not when the conversation is opened again', async () => {
  const { here, elsewhere } = await createScene()
  const { page } = here
  await write(page, 'See you soon')
  await composer(page).press('ArrowUp')
  await editor(page).press('End')
  await editor(page).pressSequentially(', all of you')
  await deleteMessage(elsewhere.page, 'See you soon')
  await expect.poll(() => hasFocus(note(page))).toBe(true)
  await goTo(page, 'help-desk')
  await note(page).waitFor({ state: 'detached' })
  await goTo(page, 'general')
  await note(page).waitFor()
  expect(await hasFocus(note(page))).toBe(false)
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

test('[MSG-36, SES-11] words that wait outlive a reload, and are gone when their person signs out', async () => {
  const { here, elsewhere } = await createScene()
  const { page } = here
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  await leaveWaiting('The first words')
  await page.reload()
  await expect.poll(() => note(page).textContent()).toContain('The first words of mine')
  expect(await hasFocus(note(page))).toBe(false)
  // What waits in one tab of the browser waits in the others.
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await note(tab).waitFor()
  await leaveWaiting('The second words')
  for (const one of [page, tab])
    await expect.poll(() => note(one).innerText()).toContain('The first words of mine\n\nThe second words of mine')
  await note(tab).getByRole('button', { name: 'Discard' }).click()
  for (const one of [page, tab]) await note(one).waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => textOf(composer(page))).toBe('Meanwhile')
  expect(await note(page).count()).toBe(0)
  expect(await stored()).not.toContain('of mine')

  await leaveWaiting('The third words')
  expect(await stored()).toContain('The third words of mine')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out?' })
  await expect.poll(() => question.textContent()).toContain('Words that you wrote for a deleted message are deleted')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
  expect(await stored()).not.toContain('of mine')
  expect([...here.errors, ...elsewhere.errors]).toEqual([])

  async function leaveWaiting(text: string): Promise<void> {
    await write(page, text)
    await composer(page).press('ArrowUp')
    await editor(page).press('End')
    await editor(page).pressSequentially(' of mine')
    await composer(page).fill('Meanwhile')
    await deleteMessage(elsewhere.page, text)
    await expect.poll(() => note(page).textContent()).toContain(`${text} of mine`)
  }
})

test.for(['read_only', 'threads_only'] as const)(
  '[MSG-36] words for a deleted message are shown where nobody can write: %s',
  async (posting) => {
    const server = await startServerWithClosedChannel(posting)
    const { here, elsewhere } = await createScene({ permissions: ['clipboard-read', 'clipboard-write'] }, server)
    const { page } = here
    const message = page.locator('article[data-own]').filter({ hasText: 'It is out' })
    await message.focus()
    await page.keyboard.press('e')
    await editor(page).press('End')
    await editor(page).pressSequentially(', and nobody is hurt')
    await deleteMessage(elsewhere.page, 'It is out')
    await expect.poll(() => note(page).textContent()).toContain('It is out, and nobody is hurt')
    expect(await hasFocus(note(page))).toBe(true)
    await page.reload()
    await note(page).getByRole('button', { name: 'Copy' }).click()
    await note(page).getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('It is out, and nobody is hurt')
    await note(page).getByRole('button', { name: 'Discard' }).click()
    await note(page).waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('list', { name: 'Messages in help-desk' }))).toBe(true)
    expect([...here.errors, ...elsewhere.errors]).toEqual([])
  },
)

test('[MSG-36] words that wait in a thread stay there when its channel is archived', async () => {
  const server = await startServer()
  const { here, elsewhere } = await createScene({}, server)
  const { page } = here
  const reply = page.getByRole('textbox', { name: 'Reply in thread' })
  for (const each of [page, elsewhere.page]) await each.getByRole('button', { name: /^4 replies/ }).click()
  await reply.fill('Five')
  await reply.press('Enter')
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
  await reply.press('ArrowUp')
  await editor(page).fill('Five and a half')
  await reply.fill('Meanwhile')
  await deleteMessage(elsewhere.page, 'Five')
  await note(page).getByRole('button', { name: 'Add below' }).waitFor()
  await createClient(server, 'xoxb-acme-host').conversations.archive({ channel: 'C0HELP' })
  await page.getByTestId('thread').getByTestId('left-words').getByRole('button', { name: 'Copy' }).waitFor()
  expect(await note(page).textContent()).toContain('Five and a half')
  await page.getByText('This conversation is archived.').waitFor()
  await note(page).getByRole('button', { name: 'Discard' }).click()
  await note(page).waitFor({ state: 'detached' })
  expect(await hasFocus(page.getByTestId('thread').getByRole('list').first())).toBe(true)
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

/** One person at two places: in `help-desk`, if a server is given, else in `general`. */
async function createScene(options = {}, given?: Server) {
  const server = given ?? (await startServer())
  const [here, elsewhere] = [await signIn(server, 'Ana Lima', options), await signIn(server, 'Ana Lima')]
  for (const { open } of [here, elsewhere]) await open(given ? '/c/C0HELP' : path)
  if (!given) await here.page.locator('[data-region="composer"] [contenteditable="true"]').waitFor()
  return { here, elsewhere }
}

const hasFocus = (place: Locator) => place.evaluate((it) => it.contains(document.activeElement))

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
}

async function deleteMessage(page: Page, text: string): Promise<void> {
  const message = page.locator('article[data-own]').filter({ hasText: text }).last()
  await message.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await message.waitFor({ state: 'detached' })
}
