import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@slack/bolt'
import { expect, test } from 'vitest'
import { createBoltApp } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

test('an agent suggests prompts, answers in a thread, and receives events for its title and Stop', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'muse', App, { ignoreSelf: false })
  const stopped: string[] = []
  const titles: unknown[] = []
  const contexts: unknown[] = []
  app.message(async ({ client, message, sayStream, setStatus }) => {
    if (message.subtype !== undefined || message.bot_id) return
    await setStatus({ status: 'is rhyming...', loading_messages: ['Counting feet'] })
    const stream = sayStream({ buffer_size: 1 })
    await stream.append({ markdown_text: `About *${message.text}*:` })
    await client.agents.sessions.rename({ channel_id: message.channel, thread_ts: message.ts, title: 'Sea verses' })
    for (let line = 1; line <= 100 && stopped.length === 0; line++) {
      await stream.append({ markdown_text: `\n- line ${line}` }).catch(() => {})
      await sleep(50)
    }
  })
  // The app itself set the title, so the event names its own user. Bolt would filter it out by default.
  app.event('agent_session_title_changed', async ({ event }) => void titles.push([event.user, event.title]))
  app.event('agent_session_stopped', async ({ event }) => void stopped.push(event.thread_ts))
  app.event('app_home_opened', async ({ event, client }) => {
    contexts.push('context' in event ? event.context : undefined)
    const prompts = [{ title: 'The sea', message: 'the sea' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, prompts })
  })
  await app.start()
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.goTo('Muse')
  await ana.page.getByRole('button', { name: 'The sea' }).click()
  await ana.waitForMessage('About the sea:')
  // Nothing is shown beside the app.
  expect(contexts).toEqual([{}])
  await expect.poll(() => titles).toEqual([['U0MUSE', 'Sea verses']])
  await ana.waitForMessage('line 3')
  await ana.page.getByRole('button', { name: 'Stop' }).first().click()
  await expect.poll(() => stopped).toHaveLength(1)
  await ana.waitForMessage('Stopped')
  expect(ana.errors).toEqual([])
})

test('an agent that works without streaming can be stopped, and sets its own status to active afterwards', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'muse', App)
  const stopped: unknown[] = []
  const setStatus = (channel_id: string, thread_ts: string, status: 'processing' | 'active') =>
    app.client.agents.sessions.setStatus({ channel_id, thread_ts, status })
  let answersStop = false
  app.message(async ({ message }) => void (await setStatus(message.channel, message.ts, 'processing')))
  app.event('agent_session_stopped', async ({ event }) => {
    stopped.push(event)
    if (answersStop) await setStatus(event.channel, event.thread_ts, 'active')
  })
  await app.start()
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  await ana.goTo('Muse')
  await ana.sendMessage('the mountains')
  const line = ana.page.getByTestId('status').filter({ hasText: 'Muse is working…' })
  await line.waitFor()
  const stop = ana.page.getByRole('button', { name: 'Stop', exact: true })
  await stop.press('Enter')
  await expect.poll(() => stopped).toHaveLength(1)
  expect(stopped).toMatchObject([{ user: 'U0ANA', channel: 'D0ANAMUSE', streaming_message_ts: [] }])
  const stopping = ana.page.getByRole('button', { name: 'Stopping…' })
  await expect.poll(() => stopping.isDisabled()).toBe(true)
  await expect.poll(() => line.count()).toBe(1)

  answersStop = true
  await ana.page.reload()
  await stop.click()
  await expect.poll(() => line.count()).toBe(0)
  await expect.poll(() => stop.count()).toBe(0)
  expect(stopped).toHaveLength(2)
  expect(ana.errors).toEqual([])
})
