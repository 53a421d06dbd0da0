import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel } = channelThread
const lastText = (page: Page) => page.getByTestId('text').last()

describe('emoji', () => {
  test('[RT-13] are completed in the composer, drawn, and reach apps by name', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    const area = page.getByRole('textbox', { name: /^Message/ })
    await area.pressSequentially('Done :tad')
    await page.getByRole('option', { name: ':tada:' }).waitFor()
    await area.press('Enter')
    await expect.poll(() => textOf(area)).toBe('Done 🎉 ')
    await area.pressSequentially('👋🏽')
    await area.press('Enter')
    await expect.poll(() => lastText(page).textContent()).toBe('Done 🎉 👋🏽')
    const { messages } = await client.conversations.history({ channel, limit: 1 })
    expect(messages?.[0]?.text).toBe('Done :tada: :wave::skin-tone-4:')
    expect(errors).toEqual([])
  })

  test('[RT-11] do not flicker in a stream', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}/t/${channelThread.thread_ts}`)
    const stream = client.chatStream({ ...channelThread, buffer_size: 1 })
    await stream.append({ markdown_text: 'Sent :tad' })
    const text = page.locator(`[data-ts="${stream.ts}"]`).last().getByTestId('text')
    await expect.poll(() => text.textContent()).toMatch(/^Sent\s*$/)
    await stream.append({ markdown_text: 'a: to all' })
    await expect.poll(() => text.textContent()).toContain('🎉')
    await stream.stop()
    await expect.poll(() => text.textContent()).toBe('Sent 🎉 to all')
    expect(errors).toEqual([])
  })
})

describe('typing while nothing has the focus', () => {
  test('[WEB-24] writes a message, in the thread if one is open, and nowhere without single keys', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const type = async (words: string) => {
      // The keys come after the page.
      await page.getByRole('button', { name: 'Schedule for later' }).first().waitFor()
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      await page.keyboard.type(words)
    }
    const field = (region: string) => page.locator(`[data-region="${region}"] [contenteditable="true"]`)
    await open(`/c/${channel}`)
    await field('composer').waitFor()
    await type('Hello all')
    await expect.poll(() => textOf(field('composer'))).toBe('Hello all')
    await page.keyboard.press('Enter')
    await expect.poll(() => lastText(page).textContent()).toBe('Hello all')

    // The link of the conversation that was just opened has the focus.
    await page.locator(`[data-region="sidebar"] a[href="/c/${channel}"]`).click()
    await page.keyboard.type('After a click')
    await expect.poll(() => textOf(field('composer'))).toBe('After a click')
    await page.keyboard.press('Enter')
    await expect.poll(() => lastText(page).textContent()).toBe('After a click')

    await open(`/c/${channel}/t/${channelThread.thread_ts}`)
    await field('thread').waitFor()
    await type('Hello here')
    await expect.poll(() => textOf(field('thread'))).toBe('Hello here')
    expect(await textOf(field('composer'))).toBe('')

    await page.evaluate(() => (document.documentElement.dataset['single_keys'] = 'off'))
    await type(' and more')
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    expect(await textOf(field('thread'))).toBe('Hello here')
    expect(errors).toEqual([])
  })
})

test('[WEB-24] what is composed with an input method begins a message too, with its first letter', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${channel}`)
  await page.getByRole('button', { name: 'Schedule for later' }).waitFor()
  const field = page.locator('[data-region="composer"] [contenteditable="true"]')
  await field.waitFor()
  const browser = await page.context().newCDPSession(page)
  // As Chromium tells of a key that an input method takes, and of what it makes of it.
  const compose = async (code: string, text: string) => {
    const key = { key: 'Process', code, windowsVirtualKeyCode: 229 }
    await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await browser.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 })
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  for (const words of ['にok', 'にokにok']) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await compose('KeyN', 'ｎ')
    await compose('KeyI', 'に')
    await browser.send('Input.insertText', { text: 'に' })
    await page.keyboard.type('ok')
    await expect.poll(() => textOf(field)).toBe(words)
  }
  expect(errors).toEqual([])
})

describe('drawing', () => {
  test('[RT-16] right-to-left text starts at the right, also in lists and in the composer', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    const markdown_text = 'أُصدرت النسخة v2.0\nEnglish\n\n- البند\n- item'
    const { ts } = await client.chat.postMessage({ channel, markdown_text })
    const message = page.locator(`[data-ts="${ts}"]`)
    await message.waitFor()
    const parts = message.locator('.rv-words, ul.rv-list')
    await expect
      .poll(() => parts.evaluateAll((all) => all.map((element) => getComputedStyle(element).direction)))
      .toEqual(['rtl', 'rtl'])
    const area = page.getByRole('textbox', { name: /^Message/ })
    await area.fill('שלום')
    await expect.poll(() => area.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  })

  test('[RT-18] a wide table keeps its words whole and scrolls in its box', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, open } = await signIn(server, 'Ana Lima', { viewport: { width: 390, height: 844 } })
    await open(`/c/${channel}`)
    const row = (cell: string) => `|${` ${cell} |`.repeat(8)}\n`
    const markdown_text = row('eu-central-1') + row('---') + row('one whole sentence')
    const { ts } = await client.chat.postMessage({ channel, markdown_text })
    const box = page.locator(`[data-ts="${ts}"] .rv-table-box`)
    await box.waitFor()
    const readSizes = (element: Element) => ({
      scrolls: element.scrollWidth > element.clientWidth,
      page: document.documentElement.scrollWidth <= innerWidth,
      lines: Math.round((element.querySelector('td p')?.clientHeight ?? 0) / 20),
    })
    await expect.poll(() => box.evaluate(readSizes)).toEqual({ scrolls: true, page: true, lines: 1 })
  })

  test('[RT-17] a chart is drawn with its values as a table, and what cannot be drawn shows its text', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    const data = ['Q1', 'Q2'].map((label, i) => ({ label, value: i + 1 }))
    const chart = {
      type: 'data_visualization',
      title: 'Orders',
      chart: { type: 'bar', series: [{ name: 'North', data }], axis_config: { categories: ['Q1', 'Q2'] } },
    }
    await client.apiCall('chat.postMessage', { channel, blocks: [chart] })
    await page.getByRole('img', { name: 'bar chart: Orders' }).waitFor()
    await expect.poll(() => page.locator('.rv-chart rect').count()).toBe(2)
    await page.getByText('Show as a table').click()
    await page.getByRole('cell', { name: '2' }).waitFor()
    await client.apiCall('chat.postMessage', {
      channel,
      text: 'A call began',
      blocks: [{ type: 'call', call_id: 'R1' }],
    })
    await expect.poll(() => lastText(page).textContent()).toBe('A call began')
    expect(errors).toEqual([])
  })
})
