// An agent that people talk to in its direct message, or call by its name in a channel. It streams what a model says.
//   rivulet app install examples/assistant.manifest.yaml && eval "$(rivulet env --app assistant)"
//   node examples/assistant.mjs
import bolt from '@slack/bolt'
import { model } from './model.mjs'

const app = new bolt.App({
  token: process.env.SLACK_BOT_TOKEN,
  appToken: process.env.SLACK_APP_TOKEN,
  socketMode: true,
  clientOptions: { slackApiUrl: process.env.SLACK_API_URL },
})

const text = (words) => ({ type: 'plain_text', text: words })
const feedback = {
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'feedback',
      positive_button: { text: text('Good answer'), value: 'good' },
      negative_button: { text: text('Bad answer'), value: 'bad' },
    },
  ],
}

app.event('message', async ({ event, ...tools }) => {
  // In a channel it answers who calls it by its name, below.
  if (event.channel_type === 'im' && (!event.subtype || event.subtype === 'file_share')) await answer(event, tools)
})
app.event('app_mention', async ({ event, ...tools }) => answer(event, tools))

async function answer(event, { client, context, logger, sayStream, setStatus }) {
  const thread_ts = event.thread_ts ?? event.ts
  await setStatus({ status: 'is thinking...', loading_messages: ['Reading what you wrote', 'Looking for words'] })
  const { messages } = await client.conversations.replies({ channel: event.channel, ts: thread_ts, limit: 50 })
  const said = messages.map(({ user, text: content }) => ({
    role: user === context.botUserId ? 'assistant' : 'user',
    content,
  }))
  const stream = sayStream()
  try {
    for await (const words of model(said)) await stream.append({ markdown_text: words })
    await stream.stop({ blocks: [feedback] })
  } catch (error) {
    // Whoever reads it may stop it.
    if (['stopped_by_user', 'message_not_in_streaming_state'].includes(error.data?.error)) return
    logger.error(error)
    // After the words that came, if any did: a stream that nobody stops goes on.
    await stream.stop({ markdown_text: '\n\nI could not answer. Please ask again.' })
  }
}

app.event('app_home_opened', async ({ event, client }) => {
  if (event.tab !== 'messages') return
  const prompts = [{ title: 'What can you do?', message: 'What can you do for me?' }]
  await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, prompts })
})

app.action('feedback', async ({ ack, body, client, action }) => {
  await ack()
  const { channel, message, user } = body
  const words = action.value === 'good' ? 'Thank you, I will go on like that.' : 'Thank you, I will try to do better.'
  await client.chat.postEphemeral({
    channel: channel.id,
    user: user.id,
    thread_ts: message.thread_ts ?? message.ts,
    text: words,
  })
})

await app.start()
app.logger.info('The assistant listens.')
