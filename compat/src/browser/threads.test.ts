import { describe, expect, test } from 'vitest'
import { aViewer } from '#testing/browser'
import { controlOf } from '#testing/control'
import { direct, thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

const prompts = [
  { title: 'What changed?', message: 'What changed since yesterday?' },
  { title: 'Plan', message: 'Make a plan.' },
]
const inThread = { channel_id: thread.channel, thread_ts: thread.thread_ts }

describe('a thread of an assistant', () => {
  test('is called by the title that the app gives it, as it changes and after a reload', async () => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${thread.channel}/t/${thread.thread_ts}`)
    const heading = page.getByTestId('thread').getByRole('heading')
    expect(await heading.textContent()).toBe('Thread')

    await clientOf(server).assistant.threads.setTitle({ ...inThread, title: '<@U0SCOUT> what changed?' })
    await expect.poll(() => heading.textContent()).toBe('@Scout what changed?')
    await page.reload()
    await expect.poll(() => heading.textContent()).toBe('@Scout what changed?')
    expect(complaints).toEqual([])
  })

  test('offers what the app suggests; a click says it, and the suggestions are gone', async () => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${thread.channel}/t/${thread.thread_ts}`)
    const pane = page.getByTestId('thread')
    await clientOf(server).assistant.threads.setSuggestedPrompts({ ...inThread, title: 'Ask me', prompts })

    const suggestions = pane.getByRole('region', { name: 'Ask me' })
    await expect.poll(() => suggestions.getByRole('button').allTextContents()).toEqual(['What changed?', 'Plan'])
    await suggestions.getByRole('button', { name: 'Plan' }).click()

    await expect.poll(() => pane.getByText('Make a plan.').count()).toBe(1)
    await expect.poll(() => suggestions.count()).toBe(0)
    const { messages } = await controlOf(server).thread('U0ANA', thread.channel, thread.thread_ts)
    expect(messages.at(-1)).toMatchObject({ user: 'U0ANA', text: 'Make a plan.' })
    expect(complaints).toEqual([])
  })

  test('in a direct message stands where one writes, below the newest question', async () => {
    const server = await aServer()
    const { page, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${direct.channel}`)
    const place = { channel_id: direct.channel, thread_ts: direct.thread_ts }
    await clientOf(server).assistant.threads.setSuggestedPrompts({ ...place, prompts })
    await page.getByTestId('suggestions').getByRole('button', { name: 'What changed?' }).click()
    await expect
      .poll(async () => (await controlOf(server).thread('U0ANA', place.channel_id, place.thread_ts)).messages.length)
      .toBe(2)
  })
})

describe('a long thread in a direct message', () => {
  test('shows its newest replies and a stream that goes on, and the earlier ones on demand', async () => {
    const server = await aServer()
    const { say } = controlOf(server)
    for (let i = 0; i < 60; i++) await say('U0ANA', direct.channel, `Reply ${i}.`, direct.thread_ts)
    const client = clientOf(server)
    const { ts = '' } = await client.chat.startStream({ ...direct, markdown_text: 'So far' })
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${direct.channel}`)
    await page.getByText('So far').waitFor()
    await client.chat.appendStream({ channel: direct.channel, ts, markdown_text: ', and on.' })
    await page.getByText('So far, and on.').waitFor()

    expect(await page.getByText('Reply 10.', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show 11 earlier replies' }).click()
    await expect.poll(() => page.getByText('Reply 0.', { exact: true }).count()).toBe(1)
    expect(await page.getByText(/earlier repl/).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('an agent', () => {
  const client = { token: 'xoxb-acme-brook', channel: 'D0ANABROOK' }

  test('that was never asked suggests what its manifest does, then what it says itself', async () => {
    const server = await aServer()
    const { page, complaints } = await aViewer(server, 'Ana Lima')
    await page.goto(`${server.url}/c/${client.channel}`)
    const buttons = page.getByTestId('suggestions').getByRole('button')
    await expect.poll(() => buttons.allTextContents()).toEqual(['What can you do?'])
    await clientOf(server, client.token).assistant.threads.setSuggestedPrompts({ channel_id: client.channel, prompts })
    await expect.poll(() => buttons.allTextContents()).toEqual(['What changed?', 'Plan'])
    await buttons.first().click()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    expect(await buttons.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('is seen at work, and its thread says when it waits or is closed', async () => {
    const server = await aServer()
    const ts = await controlOf(server).say('U0ANA', client.channel, 'Make a plan.')
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(`/c/${client.channel}/t/${ts}`)
    const { agents } = clientOf(server, client.token)
    const set = (status: string) =>
      agents.sessions.setStatus({ channel_id: client.channel, thread_ts: ts, status, title: 'A plan' })
    const pane = page.getByTestId('thread')

    await set('processing')
    await expect.poll(() => pane.getByTestId('status').textContent()).toBe('Brook is working…')
    await set('suspended')
    await expect.poll(() => pane.locator('header').textContent()).toContain('Waiting')
    expect(await pane.getByTestId('status').count()).toBe(0)
    await set('closed')
    await expect.poll(() => pane.locator('header').textContent()).toContain('Closed')
    expect(complaints).toEqual([])
  })
})
