import { placeholderOf } from '#testing/browser'
import { expect, test } from 'vitest'
import { createClient } from '#testing/sdk'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'
import { createControlClient } from '#testing/control'

const agent = { token: 'xoxb-acme-muse', channel: 'D0ANAMUSE' }
const assistant = { token: 'xoxb-acme-sage', channel: 'D0ANASAGE' }

test('[THR-11] words to an agent continue the last conversation; another one begins only when it is asked for', async () => {
  const server = await startAppServer()
  const { chat, conversations } = createClient(server, agent.token)
  const { channel } = agent
  const readThread = async (ts: string) => (await conversations.replies({ channel, ts })).messages ?? []
  const first = await createControlClient(server).sendMessage('U0ANA', channel, 'Write a verse')
  await chat.postMessage({ channel, thread_ts: first, text: 'The sea is wide' })
  const { page, errors, sendMessage, waitForMessage } = await signInAt(server, 'Ana Lima', `/c/${channel}`)
  const composer = page.getByRole('textbox', { name: 'Message Muse' })
  await waitForMessage('The sea is wide')
  await expect.poll(() => placeholderOf(composer)).toBe('Reply in “Write a verse”')
  await sendMessage('Another one')
  await expect.poll(async () => (await readThread(first)).at(-1)?.text).toBe('Another one')

  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByTestId('reply-target').textContent()).toBe('New conversation')
  await sendMessage('Make a plan')
  await waitForMessage('Make a plan')
  await expect.poll(() => placeholderOf(composer)).toBe('Reply in “Make a plan”')
  const roots = (await conversations.history({ channel })).messages ?? []
  expect(roots.map(({ text }) => text)).toEqual(['Make a plan', 'Write a verse'])

  // The earlier one goes on where it stands, and is shown once.
  await page.getByRole('button', { name: 'Reply in Write a verse' }).click()
  await expect.poll(() => page.getByTestId('reply-target').textContent()).toContain('Write a verse')
  await sendMessage('And a third')
  await expect.poll(async () => (await readThread(first)).at(-1)?.text).toBe('And a third')
  const texts = page.getByRole('article').getByTestId('text')
  await expect
    .poll(() => texts.allTextContents())
    .toEqual(['Write a verse', 'The sea is wide', 'Another one', 'And a third', 'Make a plan'])
  await page.keyboard.press('Escape')
  await expect.poll(() => placeholderOf(composer)).toBe('Reply in “Make a plan”')
  expect(errors).toEqual([])
})

test('[THR-11] words to an assistant go to what it asked last, and stay on the screen', async () => {
  const server = await startAppServer()
  const { chat, conversations } = createClient(server, assistant.token)
  const { channel } = assistant
  const { page, errors, sendMessage, waitForMessage, findMessage } = await signInAt(server, 'Ana Lima', `/c/${channel}`)
  await page.getByTestId('conversation-start').waitFor()
  await sendMessage('Hello')
  await waitForMessage('Hello')
  for (let i = 0; i < 15; i++) await chat.postMessage({ channel, text: `Report ${i}` })
  const { ts: issue = '' } = await chat.postMessage({ channel, text: 'Your request: the printer' })
  await chat.postMessage({ channel, thread_ts: issue, text: 'Which floor?' })
  await waitForMessage('Which floor?')
  await sendMessage('The second')
  await expect
    .poll(async () => (await conversations.replies({ channel, ts: issue })).messages?.at(-1)?.text)
    .toBe('The second')
  await expect.poll(() => page.getByRole('article').last().getByTestId('text').textContent()).toBe('The second')

  // While something is typed, a message of the app does not redirect it; what was said comes into view.
  const composer = page.getByRole('textbox', { name: 'Message Sage' })
  await composer.fill('No, the thi')
  for (let i = 0; i < 15; i++) await chat.postMessage({ channel, text: `Bulletin ${i}` })
  await waitForMessage('Bulletin 14')
  await expect.poll(() => page.getByTestId('reply-target').textContent()).toContain('Your request')
  await sendMessage('No, the third')
  await expect
    .poll(async () => (await conversations.replies({ channel, ts: issue })).messages?.at(-1)?.text)
    .toBe('No, the third')
  await waitForMessage('No, the third')
  await expect.poll(() => findMessage('No, the third').evaluate(isOnScreen)).toBe(true)
  expect(errors).toEqual([])
})

test('[THR-11] a link to a reply shows its conversation in place, and the composer replies there', async () => {
  const server = await startAppServer()
  const { chat } = createClient(server, agent.token)
  const { channel } = agent
  const { sendMessage } = createControlClient(server)
  const first = await sendMessage('U0ANA', channel, 'Write a verse')
  const { ts: answer = '' } = await chat.postMessage({ channel, thread_ts: first, text: 'The sea is wide' })
  for (let i = 0; i < 60; i++) await sendMessage('U0ANA', channel, `Question ${i}`)
  const ana = await signInAt(server, 'Ana Lima', `/archives/${channel}/p${answer.replace('.', '')}?thread_ts=${first}`)
  await ana.waitForMessage('The sea is wide')
  await expect.poll(() => ana.findMessage('The sea is wide').evaluate(isOnScreen)).toBe(true)
  await expect.poll(() => ana.thread.count()).toBe(0)
  await expect.poll(() => ana.page.getByTestId('reply-target').textContent()).toContain('Write a verse')
  await ana.sendMessage('And deep')
  await ana.waitForMessage('And deep')
  await expect.poll(() => ana.findMessage('And deep').evaluate(isOnScreen)).toBe(true)
  expect(ana.errors).toEqual([])
})

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('[AGT-1] the history lists conversations, finds one by its words, and leads to it', async () => {
  const server = await startAppServer()
  const { assistant: api, chat } = createClient(server, agent.token)
  const { channel } = agent
  const person = createControlClient(server)
  const verse = await person.sendMessage('U0ANA', channel, 'Write a verse')
  await chat.postMessage({ channel, thread_ts: verse, text: 'The sea is wide' })
  const plan = await person.sendMessage('U0ANA', channel, 'Make a plan')
  await api.threads.setTitle({ channel_id: channel, thread_ts: plan, title: 'The launch' })
  const { page, errors } = await signInAt(server, 'Ana Lima', `/c/${channel}`)
  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByTestId('history')
  const names = () =>
    history.locator('[data-conversation]').evaluateAll((all) => all.map((one) => one.getAttribute('data-conversation')))
  await expect.poll(names).toEqual([plan, verse])
  await expect.poll(() => history.textContent()).toContain('The launch')
  await chat.startStream({ channel, thread_ts: plan, markdown_text: 'First' })
  await expect.poll(() => history.getByRole('region', { name: 'Now' }).textContent()).toContain('is replying…')

  await page.getByRole('searchbox').fill('SEA is')
  await expect.poll(names).toEqual([verse])
  await page.getByRole('searchbox').fill('nowhere')
  await history.getByText('No conversation has these words.').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.locator(`[data-conversation="${verse}"]`).click()
  await expect.poll(() => page.url()).toContain(`/c/${channel}/t/${verse}`)
  expect(errors).toEqual([])
})
