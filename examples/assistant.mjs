// An agent that people message directly or mention in a channel. It streams the answer of a model.
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
  // In a channel, the app answers only mentions; see below.
  if (event.channel_type === 'im' && (!event.subtype || event.subtype === 'file_share')) await answer(event, tools)
})
app.event('app_mention', async ({ event, ...tools }) => answer(event, tools))

async function answer(event, { client, context, logger, sayStream, setStatus }) {
  const thread_ts = event.thread_ts ?? event.ts
  await setStatus({ status: 'is thinking...', loading_messages: ['Reading what you wrote', 'Looking for words'] })
  const { messages } = await client.conversations.replies({ channel: event.channel, ts: thread_ts, limit: 50 })
  const conversation = messages.map(({ user, text: content }) => ({
    role: user === context.botUserId ? 'assistant' : 'user',
    content,
  }))
  const stream = sayStream()
  try {
    for await (const words of model(conversation)) await stream.append({ markdown_text: words })
    await stream.stop({ blocks: [feedback] })
  } catch (error) {
    // The reader may stop the answer.
    if (['stopped_by_user', 'message_not_in_streaming_state'].includes(error.data?.error)) return
    logger.error(error)
    // The stream must be stopped in any case. This is appended to the text so far.
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
app.logger.info('The assistant is running.')
