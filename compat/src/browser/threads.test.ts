import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { directThread, channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const prompts = [
  { title: 'What changed?', message: 'What changed since yesterday?' },
  { title: 'Plan', message: 'Make a plan.' },
]
const inThread = { channel_id: channelThread.channel, thread_ts: channelThread.thread_ts }

test('[WEB-6] a channel says who is replying in a thread, also after a reload', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${channelThread.channel}`)
  const stream = createClient(server).chatStream({ ...channelThread, buffer_size: 1 })
  await stream.append({ markdown_text: 'One moment' })
  const line = page.getByTestId('replying')
  await expect.poll(() => line.allTextContents()).toEqual(['Scout is replying…'])
  await page.reload()
  await expect.poll(() => line.allTextContents()).toEqual(['Scout is replying…'])
  await line.click()
  await expect.poll(() => page.getByTestId('thread').getByText('One moment').count()).toBe(1)
  await stream.stop()
  await expect.poll(() => line.count()).toBe(0)
  // The root came again with each reply. It was not news.
  await expect.poll(() => page.getByTestId('announcer').textContent()).toBe('Scout replied: One moment')
  expect(errors).toEqual([])
})

test('[WEB-4] a thread in which everything can be seen leads to nothing below', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open('/c/C0GENERAL')
  await page.getByRole('textbox', { name: /^Message #/ }).fill('A question')
  await page.keyboard.press('Enter')
  const question = page.locator('[data-own]').filter({ hasText: 'A question' })
  await question.hover()
  await question
    .getByRole('button', { name: /^Reply/ })
    .first()
    .click()
  const thread = page.getByTestId('thread')
  await thread.getByRole('textbox').fill('An answer')
  await thread.getByRole('textbox').press('Enter')
  await thread.locator('[data-own]').filter({ hasText: 'An answer' }).waitFor()
  await expect.poll(() => thread.locator('[data-outgoing]').count()).toBe(0)
  expect(await thread.getByRole('button', { name: 'Latest' }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('[WEB-5] on a narrow page an answer leaves the person where they type, and a line leads to it', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima', { viewport: { width: 1000, height: 800 } })
  await open(`/c/${channelThread.channel}`)
  const composer = page.getByRole('textbox', { name: /^Message #/ })
  await composer.fill('@Scout please look')
  await composer.press('Enter')
  const client = createClient(server)
  const channel = channelThread.channel
  const newest = async () => (await client.conversations.history({ channel, limit: 1 })).messages?.[0]
  await expect.poll(async () => (await newest())?.text).toBe('<@U0SCOUT> please look')
  const thread_ts = (await newest())?.ts ?? ''
  await composer.pressSequentially('And ')
  await client.assistant.threads.setStatus({ channel_id: channel, thread_ts, status: 'is looking' })
  const offer = page.getByRole('button', { name: /^Scout answers in a thread/ })
  await offer.waitFor()
  await page.keyboard.type('then')
  expect(await textOf(composer)).toBe('And then')
  await offer.click()
  await page.getByTestId('thread').getByText('please look').waitFor()
  await page.goBack()
  await expect.poll(() => textOf(composer)).toBe('And then')
  await expect.poll(() => offer.count()).toBe(0)
  expect(errors).toEqual([])
})

test('[WEB-20] Esc closes a thread, keeps what was typed, and leads back to where the thread was opened', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await createClient(server).chat.postMessage({ ...channelThread, text: 'A reply' })
  await open(`/c/${channelThread.channel}`)
  const root = page.locator(`[data-region="main"] article[data-ts="${channelThread.thread_ts}"]`)
  const composer = page.locator('[data-region="composer"] [contenteditable="true"]')
  const thread = page.getByTestId('thread')
  const field = thread.getByRole('textbox', { name: 'Reply in thread' })
  const close = () => page.keyboard.press('Escape').then(() => thread.waitFor({ state: 'detached' }))
  const expectFocus = (on: Locator) =>
    expect.poll(() => on.evaluate((element) => element === document.activeElement)).toBe(true)

  // The keys come after the page.
  await page.getByRole('button', { name: 'Schedule for later' }).waitFor()
  // From the message, where the arrow keys go on, and from a button.
  await root.focus()
  await page.keyboard.press('t')
  await expectFocus(field)
  await page.keyboard.type('Half a reply')
  await close()
  await expectFocus(root)
  // Also if the page has not drawn the thread yet.
  await root.evaluate(async (article) => {
    for (const key of ['t', 'Escape']) article.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })
  await expectFocus(root)
  const opener = root.getByRole('button', { name: /^1 reply/ })
  await opener.press('Enter')
  await expect.poll(() => textOf(field)).toBe('Half a reply')
  await close()
  await expectFocus(opener)

  // Who writes in the channel stays there.
  await opener.press('Enter')
  await expectFocus(field)
  await composer.pressSequentially('Half ')
  await close()
  await page.keyboard.type('a message')
  await expect.poll(() => textOf(composer)).toBe('Half a message')
  expect(errors).toEqual([])
})

describe('a thread of an assistant', () => {
  test('shows the title that the app sets, at once and after a reload', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
    const heading = page.getByTestId('thread').getByRole('heading')
    await expect.poll(() => heading.textContent()).toBe('Thread')

    await createClient(server).assistant.threads.setTitle({ ...inThread, title: '<@U0SCOUT> what changed?' })
    await expect.poll(() => heading.textContent()).toBe('@Scout what changed?')
    await page.reload()
    await expect.poll(() => heading.textContent()).toBe('@Scout what changed?')
    expect(errors).toEqual([])
  })

  test('offers suggested prompts; a click sends one and removes them all', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
    const pane = page.getByTestId('thread')
    await createClient(server).assistant.threads.setSuggestedPrompts({ ...inThread, title: 'Ask me', prompts })

    const suggestions = pane.getByRole('region', { name: 'Ask me' })
    await expect.poll(() => suggestions.getByRole('button').allTextContents()).toEqual(['What changed?', 'Plan'])
    await suggestions.getByRole('button', { name: 'Plan' }).click()

    await expect.poll(() => pane.getByText('Make a plan.').count()).toBe(1)
    await expect.poll(() => suggestions.count()).toBe(0)
    const { readThread } = createControlClient(server)
    await expect
      .poll(async () => (await readThread('U0ANA', channelThread.channel, channelThread.thread_ts)).messages.at(-1))
      .toMatchObject({ user: 'U0ANA', text: 'Make a plan.' })
    expect(errors).toEqual([])
  })

  test('shows the prompts for the newest question next to the composer in a direct message', async () => {
    const server = await startServer()
    const { page, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${directThread.channel}`)
    const target = { channel_id: directThread.channel, thread_ts: directThread.thread_ts }
    await createClient(server).assistant.threads.setSuggestedPrompts({ ...target, prompts })
    await page.getByTestId('suggestions').getByRole('button', { name: 'What changed?' }).click()
    await expect
      .poll(
        async () =>
          (await createControlClient(server).readThread('U0ANA', target.channel_id, target.thread_ts)).messages.length,
      )
      .toBe(2)
  })
})

describe('a long thread in a direct message', () => {
  test('shows its newest replies and an open stream, and the earlier replies on demand', async () => {
    const server = await startServer()
    const { sendMessage } = createControlClient(server)
    for (let i = 0; i < 60; i++) await sendMessage('U0ANA', directThread.channel, `Reply ${i}.`, directThread.thread_ts)
    const client = createClient(server)
    const { ts = '' } = await client.chat.startStream({ ...directThread, markdown_text: 'So far' })
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${directThread.channel}`)
    await page.getByText('So far').waitFor()
    await client.chat.appendStream({ channel: directThread.channel, ts, markdown_text: ', and on.' })
    await page.getByText('So far, and on.').waitFor()

    await expect.poll(() => page.getByText('Reply 10.', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show 11 earlier replies' }).click()
    await expect.poll(() => page.getByText('Reply 0.', { exact: true }).count()).toBe(1)
    await expect.poll(() => page.getByText(/earlier repl/).count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('an agent', () => {
  const client = { token: 'xoxb-acme-brook', channel: 'D0ANABROOK' }

  test('suggests the prompts of its manifest first, then those that it sets itself', async () => {
    const server = await startServer()
    const { page, errors } = await signIn(server, 'Ana Lima')
    await page.goto(`${server.url}/c/${client.channel}`)
    const buttons = page.getByTestId('suggestions').getByRole('button')
    await expect.poll(() => buttons.allTextContents()).toEqual(['What can you do?'])
    await createClient(server, client.token).assistant.threads.setSuggestedPrompts({
      channel_id: client.channel,
      prompts,
    })
    await expect.poll(() => buttons.allTextContents()).toEqual(['What changed?', 'Plan'])
    await buttons.first().click()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await expect.poll(() => buttons.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('shows that it works, and its conversation says when it waits or is closed', async () => {
    const server = await startServer()
    const ts = await createControlClient(server).sendMessage('U0ANA', client.channel, 'Make a plan.')
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${client.channel}/t/${ts}`)
    const { agents } = createClient(server, client.token)
    const set = (status: string) =>
      agents.sessions.setStatus({ channel_id: client.channel, thread_ts: ts, status, title: 'A plan' })
    const divider = page.getByTestId('conversation-divider')

    await set('processing')
    await expect.poll(() => page.getByTestId('status').textContent()).toBe('Brook is working…')
    await set('suspended')
    await expect.poll(() => divider.textContent()).toBe('A planWaiting')
    await expect.poll(() => page.getByTestId('status').count()).toBe(0)
    await set('closed')
    await expect.poll(() => divider.textContent()).toBe('A planClosed')
    // The thread is shown in place, and nothing twice.
    await expect.poll(() => page.getByTestId('thread').count()).toBe(0)
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    expect(errors).toEqual([])
  })
})
