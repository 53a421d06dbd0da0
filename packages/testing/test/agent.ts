import { App, type AllMiddlewareArgs, LogLevel } from '@slack/bolt'

export const agentManifest = {
  display_information: { name: 'Scout' },
  features: {
    bot_user: { display_name: 'scout' },
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    slash_commands: [{ command: '/ask', description: 'Asks Scout' }],
  },
  oauth_config: { scopes: { bot: ['app_mentions:read', 'assistant:write', 'chat:write', 'commands', 'im:history'] } },
  settings: {
    socket_mode_enabled: true,
    interactivity: { is_enabled: true },
    event_subscriptions: { bot_events: ['agent_session_stopped', 'app_home_opened', 'app_mention', 'message.im'] },
  },
}

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const feedback = {
  type: 'context_actions' as const,
  elements: [
    {
      type: 'feedback_buttons' as const,
      action_id: 'feedback',
      positive_button: { text: plain('Good'), value: 'good' },
      negative_button: { text: plain('Bad'), value: 'bad' },
    },
  ],
}

/** An agent as a developer writes it: a status, a streamed answer in pieces of 12,000 characters, feedback, a command, a home. */
export function createAgent({ botToken, appToken }: { botToken: string; appToken: string }, slackApiUrl: string): App {
  const app = new App({
    token: botToken,
    appToken,
    socketMode: true,
    clientOptions: { slackApiUrl },
    logLevel: LogLevel.ERROR,
  })

  async function answer({ client, context }: AllMiddlewareArgs, channel: string, threadTs: string, text: string) {
    await client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, status: 'is thinking…' })
    if (text === 'think') return
    const recipient = { recipient_user_id: context.userId ?? '', recipient_team_id: context.teamId ?? '' }
    const { ts = '' } = await client.chat.startStream({ channel, thread_ts: threadTs, ...recipient })
    if (text === 'hang') return
    const words = text === 'long' ? 'x'.repeat(30_000) : 'The answer is **forty-two**.'
    for (let from = 0; from < words.length; from += 12_000)
      await client.chat.appendStream({ channel, ts, markdown_text: words.slice(from, from + 12_000) })
    await client.chat.stopStream({ channel, ts, blocks: [feedback] })
  }

  app.message(async ({ event, ...all }) => {
    if ('text' in event) await answer(all, event.channel, event.ts, event.text ?? '')
  })
  app.event('app_mention', ({ event, ...all }) => answer(all, event.channel, event.ts, 'mention'))
  app.action('feedback', async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'Thank you', response_type: 'ephemeral', replace_original: false })
  })
  app.command('/ask', async ({ ack, client, command }) => {
    await ack()
    const element = { type: 'plain_text_input' as const, action_id: 'question' }
    const blocks = [{ type: 'input' as const, block_id: 'about', label: plain('Question'), element }]
    const view = { type: 'modal' as const, callback_id: 'ask', title: plain('Ask'), submit: plain('Ask'), blocks }
    await client.views.open({ trigger_id: command.trigger_id, view })
  })
  app.view('ask', async ({ ack, view, body, client }) => {
    const question = view.state.values['about']?.['question']?.value ?? ''
    if (!question.endsWith('?')) return ack({ response_action: 'errors', errors: { about: 'Ask a question' } })
    await ack()
    await client.chat.postMessage({ channel: body.user.id, text: `You asked: ${question}` })
  })
  app.event('app_home_opened', async ({ event, client }) => {
    if (event.tab !== 'home') return
    const text = { type: 'mrkdwn' as const, text: 'Ask me anything' }
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'section', text }] } })
  })
  return app
}
