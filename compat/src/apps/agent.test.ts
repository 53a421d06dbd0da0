import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@slack/bolt'
import { expect, test } from 'vitest'
import { aBoltApp } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

test('an agent suggests, knows where the person came from, answers in a thread, and hears of its title and Stop', async () => {
  const server = await anAppServer()
  const app = aBoltApp(server, 'muse', App, { ignoreSelf: false })
  const stopped: string[] = []
  const titles: unknown[] = []
  let beside: string | undefined
  app.message(async ({ client, message, sayStream, setStatus }) => {
    if (message.subtype !== undefined || message.bot_id) return
    await setStatus({ status: 'is rhyming...', loading_messages: ['Counting feet'] })
    const stream = sayStream({ buffer_size: 1 })
    await stream.append({ markdown_text: `About *${message.text}*, from <#${beside}>:` })
    await client.agents.sessions.rename({ channel_id: message.channel, thread_ts: message.ts, title: 'Sea verses' })
    for (let line = 1; line <= 100 && stopped.length === 0; line++) {
      await stream.append({ markdown_text: `\n- line ${line}` }).catch(() => {})
      await sleep(50)
    }
  })
  app.event('app_context_changed', async ({ event }) => {
    const [entity] = event.context.entities ?? []
    if (entity?.type === 'slack#/types/channel_id') beside = entity.value
  })
  // The app itself gave the title, so the event's user is its own: Bolt would keep it back by default.
  app.event('agent_session_title_changed', async ({ event }) => void titles.push([event.user, event.title]))
  app.event('agent_session_stopped', async ({ event }) => void stopped.push(event.thread_ts))
  app.event('app_home_opened', async ({ event, client }) => {
    const prompts = [{ title: 'The sea', message: 'the sea' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, prompts })
  })
  await app.start()
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.goes('Muse')
  await expect.poll(() => beside).toBe('C0GENERAL')
  await ana.page.getByRole('button', { name: 'The sea' }).click()
  await ana.reads('About the sea, from #general')
  await expect.poll(() => titles).toEqual([['U0MUSE', 'Sea verses']])
  await ana.reads('line 3')
  await ana.page.getByRole('button', { name: 'Stop' }).first().click()
  await expect.poll(() => stopped).toHaveLength(1)
  await ana.reads('Stopped')
  expect(ana.complaints).toEqual([])
})

test('an agent at work that streams nothing is stopped, and says itself that it rests', async () => {
  const server = await anAppServer()
  const app = aBoltApp(server, 'muse', App)
  const stopped: unknown[] = []
  const setStatus = (channel_id: string, thread_ts: string, status: 'processing' | 'active') =>
    app.client.agents.sessions.setStatus({ channel_id, thread_ts, status })
  let rests = false
  app.message(async ({ message }) => void (await setStatus(message.channel, message.ts, 'processing')))
  app.event('agent_session_stopped', async ({ event }) => {
    stopped.push(event)
    if (rests) await setStatus(event.channel, event.thread_ts, 'active')
  })
  await app.start()
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
  await ana.goes('Muse')
  await ana.says('the mountains')
  const line = ana.page.getByTestId('status').filter({ hasText: 'Muse is working…' })
  await line.waitFor()
  const stop = ana.page.getByRole('button', { name: 'Stop', exact: true })
  await stop.press('Enter')
  await expect.poll(() => stopped).toHaveLength(1)
  expect(stopped).toMatchObject([{ user: 'U0ANA', channel: 'D0ANAMUSE', streaming_message_ts: [] }])
  const stopping = ana.page.getByRole('button', { name: 'Stopping…' })
  expect(await stopping.isDisabled()).toBe(true)
  expect(await line.count()).toBe(1)

  rests = true
  await ana.page.reload()
  await stop.click()
  await expect.poll(() => line.count()).toBe(0)
  expect(await stop.count()).toBe(0)
  expect(stopped).toHaveLength(2)
  expect(ana.complaints).toEqual([])
})
