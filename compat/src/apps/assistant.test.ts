import { Assistant } from '@slack/bolt'
import { Assistant as Assistant4 } from '@slack/bolt-4'
import { describe, expect, test } from 'vitest'
import { createBoltApp, boltVersions } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

// The two versions of the class have private members, so their types do not match. What the test uses is the same in both.
const assistants = { 'Bolt 5': Assistant, 'Bolt 4': Assistant4 as unknown as typeof Assistant }

const plainText = (words: string) => ({ type: 'plain_text' as const, text: words })
const feedback = {
  type: 'context_actions' as const,
  elements: [
    {
      type: 'feedback_buttons' as const,
      action_id: 'feedback',
      positive_button: { text: plainText('Good'), value: 'good' },
      negative_button: { text: plainText('Bad'), value: 'bad' },
    },
  ],
}

describe.each(boltVersions)('an assistant with %s', (version, Bolt) => {
  test('greets, suggests prompts, sets a status and a title, streams, and follows the viewed channel', async () => {
    const server = await startAppServer()
    const app = createBoltApp(server, 'sage', Bolt)
    const viewedChannels: (string | undefined)[] = []
    const statusSeen = Promise.withResolvers<void>()
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
          viewedChannels.push(event.assistant_thread.context.channel_id)
          await saveThreadContext()
        },
        async userMessage({ message, getThreadContext, sayStream, setStatus, setTitle }) {
          if (!('text' in message)) return
          await setStatus('is looking out of the window...')
          await setTitle(message.text ?? '')
          const { channel_id: viewedChannel } = await getThreadContext()
          await statusSeen.promise
          const stream = sayStream({ buffer_size: 1 })
          await stream.append({ markdown_text: 'It is **raining**' })
          await stream.stop({
            markdown_text: viewedChannel ? ` in <#${viewedChannel}>` : ' everywhere',
            blocks: [feedback],
          })
        },
      }),
    )
    app.action('feedback', async ({ ack, body, client }) => {
      await ack()
      if (body.type !== 'block_actions' || !body.channel || !body.message) return
      const { channel, message, user } = body
      const target = { channel: channel.id, user: user.id, thread_ts: String(message['thread_ts']) }
      await client.chat.postEphemeral({ ...target, text: 'Thank you for saying so' })
    })
    await app.start()
    const ana = await signInAt(server, 'Ana Lima', '/c/D0ANASAGE')

    await ana.waitForMessage('How can I help?')
    await ana.page.getByRole('button', { name: 'The weather' }).click()
    await expect.poll(() => ana.seenStatuses()).toContain('Sage is looking out of the window...')
    statusSeen.resolve()
    await ana.waitForMessage('It is raining everywhere')
    await ana.pressButton('It is raining everywhere', 'Good')
    await ana.page.getByText('Thank you for saying so', { exact: true }).waitFor()

    await ana.goTo('general')
    await ana.waitForMessage('Good morning')
    await ana.goTo('Sage')
    await ana.page.getByRole('article', { name: 'Conversation: How is it outside?' }).waitFor()
    await ana.sendMessage('And now?')
    await expect.poll(() => ana.page.getByText('It is raining everywhere', { exact: true }).count()).toBe(2)
    // Nothing is shown beside the app.
    expect(viewedChannels).toEqual([])
    expect(ana.errors).toEqual([])
  })
})
