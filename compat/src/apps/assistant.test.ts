import { Assistant } from '@slack/bolt'
import { Assistant as Assistant4 } from '@slack/bolt-4'
import { describe, expect, test } from 'vitest'
import { aBoltApp, bolts } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

// Two versions of one class, whose types name each other's private parts: what the test uses is the same in both.
const assistants = { 'Bolt 5': Assistant, 'Bolt 4': Assistant4 as unknown as typeof Assistant }

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const feedback = {
  type: 'context_actions' as const,
  elements: [
    {
      type: 'feedback_buttons' as const,
      action_id: 'feedback',
      positive_button: { text: text('Good'), value: 'good' },
      negative_button: { text: text('Bad'), value: 'bad' },
    },
  ],
}

describe.each(bolts)('an assistant with %s', (version, Bolt) => {
  test('greets, suggests, thinks, names the thread, streams, and follows where the person looks', async () => {
    const server = await anAppServer()
    const app = aBoltApp(server, 'sage', Bolt)
    const looking: (string | undefined)[] = []
    const noticed = Promise.withResolvers<void>()
    app.assistant(
      new assistants[version]({
        async threadStarted({ say, saveThreadContext, setSuggestedPrompts }) {
          await say('How can I help?')
          await saveThreadContext()
          await setSuggestedPrompts({
            title: 'Ask me',
            prompts: [{ title: 'The weather', message: 'How is it outside?' }],
          })
        },
        async threadContextChanged({ event, saveThreadContext }) {
          looking.push(event.assistant_thread.context.channel_id)
          await saveThreadContext()
        },
        async userMessage({ message, getThreadContext, sayStream, setStatus, setTitle }) {
          if (!('text' in message)) return
          await setStatus('is looking out of the window...')
          await setTitle(message.text ?? '')
          const { channel_id: seen } = await getThreadContext()
          await noticed.promise
          const stream = sayStream({ buffer_size: 1 })
          await stream.append({ markdown_text: 'It is **raining**' })
          await stream.stop({ markdown_text: seen ? ` in <#${seen}>` : ' everywhere', blocks: [feedback] })
        },
      }),
    )
    app.action('feedback', async ({ ack, body, client }) => {
      await ack()
      if (body.type !== 'block_actions' || !body.channel || !body.message) return
      const { channel, message, user } = body
      const place = { channel: channel.id, user: user.id, thread_ts: String(message['thread_ts']) }
      await client.chat.postEphemeral({ ...place, text: 'Thank you for saying so' })
    })
    await app.start()
    const ana = await aPerson(server, 'Ana Lima', '/c/D0ANASAGE')

    await ana.reads('How can I help?')
    await ana.page.getByRole('button', { name: 'The weather' }).click()
    await expect.poll(() => ana.statuses()).toContain('Sage is looking out of the window...')
    noticed.resolve()
    await ana.reads('It is raining everywhere')
    await ana.presses('It is raining everywhere', 'Good')
    await ana.page.getByText('Thank you for saying so', { exact: true }).waitFor()

    await ana.goes('general')
    await ana.reads('Good morning')
    await ana.goes('Sage')
    await expect.poll(() => looking).toEqual(['C0GENERAL'])
    await ana.page.getByRole('article', { name: 'Conversation: How is it outside?' }).waitFor()
    await ana.says('And now?')
    await ana.reads('It is raining in #general')
    expect(ana.complaints).toEqual([])
  })
})
