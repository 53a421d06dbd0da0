import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aBoltApp } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

test('an agent suggests, answers each message on top in its thread, and hears of Stop', async () => {
  const server = await anAppServer()
  const app = aBoltApp(server, 'muse')
  const stopped: string[] = []
  app.message(async ({ message, sayStream, setStatus }) => {
    if (message.subtype !== undefined) return
    await setStatus({ status: 'is rhyming...', loading_messages: ['Counting feet'] })
    const stream = sayStream({ buffer_size: 1 })
    await stream.append({ markdown_text: `About *${message.text}*:` })
    for (let line = 1; line <= 100 && stopped.length === 0; line++) {
      await stream.append({ markdown_text: `\n- line ${line}` }).catch(() => {})
      await sleep(50)
    }
  })
  app.event('agent_session_stopped', async ({ event }) => void stopped.push(event.thread_ts))
  app.event('app_home_opened', async ({ event, client }) => {
    const prompts = [{ title: 'The sea', message: 'the sea' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, prompts })
  })
  await app.start()
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAMUSE')

  await ana.visits('A0MUSE')
  await ana.page.getByRole('button', { name: 'The sea' }).click()
  await ana.reads('line 3')
  await ana.page.getByRole('button', { name: 'Stop' }).first().click()
  await expect.poll(() => stopped).toHaveLength(1)
  await ana.reads('Stopped')
  expect(ana.complaints).toEqual([])
})
