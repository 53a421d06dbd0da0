import { type App, Assistant } from '@slack/bolt'
import type { KnownBlock } from '@slack/web-api'
import { expect, test } from 'vitest'
import { createBoltApp } from '#testing/bolt'
import { option, plainText } from '#testing/deskApp'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

// What the official templates do, in our own words: their steps and their order, with answers that are made up.

test('an assistant offers its prompts where no channel is beside it, and joins a public channel to sum it up', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'sage')
  app.assistant(
    new Assistant({
      async threadStarted({ event, say, setSuggestedPrompts, saveThreadContext }) {
        await say('Hi, how can I help?')
        await saveThreadContext()
        const { context } = event.assistant_thread
        if (!context.channel_id) {
          const prompts = [{ title: 'Sum up a channel', message: 'Sum up #launch, please' }]
          await setSuggestedPrompts({ title: 'Begin here', prompts })
        }
      },
      async userMessage({ client, say, setStatus }) {
        await setStatus({ status: 'is reading…', loading_messages: ['Turning pages…', 'Putting on glasses…'] })
        const channel = 'C0LAUNCH'
        const read = async () => (await client.conversations.history({ channel, limit: 10 })).messages ?? []
        const messages = await read().catch(async (error: { data?: { error?: string } }) => {
          if (error.data?.error !== 'not_in_channel') throw error
          await client.conversations.join({ channel })
          return read()
        })
        await say(`They say: ${messages.map(({ text }) => text).join(' / ')}`)
      },
    }),
  )
  await app.start()
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.page.goto(`${server.url}/c/D0ANASAGE`)
  await ana.waitForMessage('Hi, how can I help?')
  await ana.page.getByText('Begin here').waitFor()
  await ana.page.getByRole('button', { name: 'Sum up a channel' }).click()
  await ana.waitForMessage(/They say: .*The rocket is fuelled/)
  expect(ana.errors).toEqual([])
})

test('an agent remembers what was said in a conversation, and begins another when the person does', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'muse')
  const memories = new Map<string, string[]>()
  app.message(async ({ message, sayStream }) => {
    if (message.subtype !== undefined || message.bot_id) return
    const memory = memories.get(message.thread_ts ?? message.ts) ?? []
    memories.set(message.thread_ts ?? message.ts, [...memory, message.text ?? ''])
    const stream = sayStream({ buffer_size: 1 })
    await stream.append({ markdown_text: memory.length ? `First you said: ${memory[0]}` : 'A new thought' })
    await stream.stop()
  })
  await app.start()
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAMUSE')

  await ana.sendMessage('The sea is wide')
  await ana.waitForMessage('A new thought')
  await ana.sendMessage('What did I say?')
  await ana.waitForMessage('First you said: The sea is wide')
  await ana.page.getByRole('button', { name: 'New conversation' }).first().click()
  await ana.sendMessage('The hills are green')
  await expect
    .poll(() => [...memories.values()])
    .toEqual([['The sea is wide', 'What did I say?'], ['The hills are green']])
  expect(ana.errors).toEqual([])
})

test('a help desk takes an issue on its home, says it in the conversation, and answers what is asked there', async () => {
  const server = await startAppServer()
  const app = createBoltApp(server, 'muse')
  startHelpDesk(app)
  await app.start()
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAMUSE')

  await ana.page.getByRole('link', { name: 'Home' }).click()
  await ana.page.getByRole('button', { name: 'Access' }).click()
  const form = ana.page.getByRole('dialog', { name: 'Report an issue' })
  await form.getByLabel('What happened?').fill('I cannot open the vault')
  await form.getByRole('button', { name: 'Report' }).click()
  await form.waitFor({ state: 'hidden' })
  await ana.page.getByTestId('app-tabs').getByRole('link', { name: 'Messages' }).click()
  await ana.waitForMessage('Issue 1: I cannot open the vault')
  await ana.waitForMessage('Which vault is it?')

  await ana.sendMessage('The one downstairs')
  await ana.waitForMessage('Issue 1 is about: The one downstairs')
  expect(ana.errors).toEqual([])
})

function startHelpDesk(app: App): void {
  const issues = new Map<string, number>()
  const categories: KnownBlock[] = [
    { type: 'header', text: plainText('What can we help with?') },
    {
      type: 'actions',
      elements: ['Access', 'Hardware'].map((name) => ({
        type: 'button' as const,
        action_id: `category_${name.toLowerCase()}`,
        text: plainText(name),
        value: name,
      })),
    },
  ]
  app.event('app_home_opened', async ({ event, client }) => {
    if (event.tab === 'home')
      await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: categories } })
  })
  app.action(/^category_/, async ({ ack, body, client }) => {
    await ack()
    if (body.type !== 'block_actions') return
    await client.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'issue',
        title: plainText('Report an issue'),
        submit: plainText('Report'),
        blocks: [
          { type: 'input', block_id: 'what', label: plainText('What happened?'), element: { type: 'plain_text_input', action_id: 'typed' } }, // prettier-ignore
          { type: 'input', block_id: 'urgency', optional: true, label: plainText('Urgency'), element: { type: 'static_select', action_id: 'chosen', options: ['Low', 'High'].map(option) } }, // prettier-ignore
        ],
      },
    })
  })
  app.view('issue', async ({ ack, body, client, view }) => {
    await ack()
    const number = issues.size + 1
    const text = `Issue ${number}: ${view.state.values['what']?.['typed']?.value}`
    const { channel } = await client.conversations.open({ users: body.user.id })
    const posted = await client.chat.postMessage({
      channel: channel?.id ?? '',
      text,
      metadata: { event_type: 'issue', event_payload: { number } },
    })
    issues.set(posted.ts ?? '', number)
    await client.chat.postMessage({ channel: body.user.id, thread_ts: posted.ts ?? '', text: 'Which vault is it?' })
  })
  app.message(async ({ message, say }) => {
    if (message.subtype !== undefined || message.bot_id) return
    const thread_ts = message.thread_ts ?? message.ts
    await say({ thread_ts, text: `Issue ${issues.get(thread_ts) ?? '?'} is about: ${message.text}` })
  })
}
