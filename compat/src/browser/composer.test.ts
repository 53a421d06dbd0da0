import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer, startServerWithNamesakes } from '#testing/server'

const { channel } = channelThread

describe('a text that is too long for a message', () => {
  test('[WEB-1] is not sent, the page says so and makes a file of it, and the connection stays', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    let sockets = 0
    page.on('websocket', () => sockets++)
    await open(`/c/${channel}`)
    const area = page.getByRole('textbox', { name: /^Message #/ })
    await area.fill(`${'A long log. '.repeat(3400)}End`)

    await expect.poll(() => page.getByRole('alert').allTextContents()).toContainEqual(expect.stringContaining('40,803'))
    await area.press('Enter')
    await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    expect(await page.locator('[data-outgoing]').count()).toBe(0)
    await page.getByRole('button', { name: 'Make it a file' }).click()
    await page.getByRole('list', { name: 'Files of this message' }).getByText('message.txt').waitFor()
    await expect.poll(() => textOf(area)).toBe('')
    await area.fill('Here is the log')
    await area.press('Enter')

    await expect.poll(() => page.getByTestId('text').last().textContent()).toBe('Here is the log')
    await expect.poll(() => page.locator('[data-outgoing]').count()).toBe(0)
    const { messages } = await client.conversations.history({ channel, limit: 1 })
    expect(messages?.[0]).toMatchObject({ text: 'Here is the log', files: [{ name: 'message.txt', size: 40_803 }] })
    expect(sockets).toBe(1)

    // On a phone a button does not move away under the finger because the focus comes with it.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Add files' }).click()])
    expect(errors).toEqual([])
  })
})

test('[WEB-1] nothing that can be seen is nothing to send', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${channel}`)
  const area = page.getByRole('textbox', { name: /^Message #/ })
  await area.fill('\u200b\u200d \u2060')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  expect(await send.isDisabled()).toBe(true)
  await area.press('Enter')
  expect(await page.locator('[data-outgoing]').count()).toBe(0)
  await area.fill('\u200bseen')
  await area.press('Enter')
  await page.locator('[data-own]').filter({ hasText: 'seen' }).waitFor()
  expect(errors).toEqual([])
})

describe('[WEB-3] two people of one name', () => {
  test('are told apart in the list, and the one who is picked is mentioned, also after a reload', async () => {
    const server = await startServerWithNamesakes()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    const area = page.getByRole('textbox', { name: /^Message #/ })
    await area.pressSequentially('Hi @alex k')
    const options = page.getByRole('listbox', { name: 'People, apps and groups' }).getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['Alex Kim@alex', 'Alex Kim@akim'])
    await options.filter({ hasText: '@alex' }).click()
    await area.pressSequentially('and @alex k')
    await options.filter({ hasText: '@akim' }).click()
    await expect.poll(() => textOf(area)).toBe('Hi @Alex Kim and @Alex Kim ')
    await page.reload()
    await expect.poll(() => textOf(area)).toBe('Hi @Alex Kim and @Alex Kim ')
    // The first one is deleted: the second stays who it is.
    // A mention is one character, and goes with one key.
    await page.locator('[data-region="composer"] [contenteditable="true"]').focus()
    const select = async () => {
      await page.keyboard.press('Control+Home')
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
      for (let i = 0; i < 6; i++) await page.keyboard.press('Shift+ArrowRight')
      return page.evaluate(() => String(getSelection()))
    }
    // The page may still be busy with the editor when the first keys come.
    await expect.poll(select).toBe('@Alex Kim and ')
    await page.keyboard.press('Delete')
    await expect.poll(() => textOf(area)).toBe('Hi @Alex Kim ')
    await page.keyboard.press('Enter')
    const { conversations } = createClient(server)
    const newest = async () => (await conversations.history({ channel, limit: 1 })).messages?.[0]?.text
    await expect.poll(newest).toBe('Hi <@U0KIMB>')
    expect(errors).toEqual([])
  })
})
