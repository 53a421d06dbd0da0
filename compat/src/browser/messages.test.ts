import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread
const path = `/c/${channel}`
const findMessage = (page: Page, ts = '') => page.locator(`[data-ts="${ts}"]`)

describe('messages in a channel', () => {
  test('a message is updated and deleted, and the same shows after a reload', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(path)
    const { ts } = await client.chat.postMessage({ channel, text: 'One moment' })
    const message = findMessage(page, ts)
    await message.waitFor()
    await expect.poll(() => message.textContent()).not.toContain('(edited)')

    await client.chat.update({ channel, ts: ts ?? '', text: 'It is *done*' })
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('It is done (edited)')
    await page.reload()
    await message.waitFor()
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('It is done (edited)')

    await client.chat.delete({ channel, ts: ts ?? '' })
    await expect.poll(() => message.count()).toBe(0)
    await page.reload()
    await findMessage(page, root).waitFor()
    await expect.poll(() => message.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('a deleted root with replies shows a placeholder, and keeps its thread', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(path)
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'Never mind' })
    const { ts: reply = '' } = await client.chat.postMessage({ channel, thread_ts: ts, text: 'But I answered' })
    const message = findMessage(page, ts)

    await client.chat.delete({ channel, ts })
    await expect.poll(() => message.textContent()).toContain('This message was deleted.')
    await message.getByRole('button', { name: '1 reply' }).click()
    await page.getByTestId('thread').getByText('But I answered').waitFor()

    await client.chat.delete({ channel, ts: reply })
    await page.getByText('This thread no longer exists.').waitFor()
    await expect.poll(() => message.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('an ephemeral message shows to one person, who can dismiss it', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const ben = await signIn(server, 'Ben Okafor')
    await open(path)
    await ben.open(path)

    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Shall I *book* it?' })
    const ephemeral = page.getByTestId('ephemeral')
    await ephemeral.waitFor()
    await expect.poll(() => ephemeral.textContent()).toMatch(/Scout.*Shall I book it\?.*Only visible to you/)
    await expect.poll(() => page.getByTestId('announcer').textContent()).toContain('Scout told only you: Shall I book')

    await client.chat.postMessage({ channel, text: 'For all' })
    await ben.page.getByText('For all', { exact: true }).waitFor()
    await expect.poll(() => ben.page.getByTestId('ephemeral').count()).toBe(0)

    await ephemeral.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => ephemeral.count()).toBe(0)
    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Only until you leave' })
    await ephemeral.waitFor()
    await page.reload()
    await findMessage(page, root).waitFor()
    await expect.poll(() => ephemeral.count()).toBe(0)
    expect([...errors, ...ben.errors]).toEqual([])
  })
})

test('[WEB-21] a message whose link the browser does not let be copied says so', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
  })
  await open('/c/C0GENERAL')
  await page.getByRole('textbox', { name: /^Message #/ }).fill('Here')
  await page.keyboard.press('Enter')
  const message = page.locator('[data-own]').filter({ hasText: 'Here' })
  await message.hover()
  await message.getByRole('button', { name: 'Copy link' }).click()
  await message.getByRole('button', { name: 'The browser did not let it be copied.' }).waitFor()
  await message.getByRole('paragraph').filter({ hasText: 'The browser did not let it be copied.' }).waitFor()
  expect(errors).toEqual([])
})

test('[WEB-21] the menu of a message is whole on a phone', async () => {
  const server = await startServer()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, errors, open } = await signIn(server, 'Ana Lima', phone)
  await open('/c/C0GENERAL')
  await page.getByRole('textbox', { name: /^Message #/ }).fill('Here')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  const message = page.locator('[data-own]:not([data-outgoing])').filter({ hasText: 'Here' })
  await message.tap()
  await message.getByRole('button', { name: 'More actions' }).tap()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Delete message…' }).waitFor()
  expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  expect(errors).toEqual([])
})
