import { App, type AppOptions, type BlockAction, LogLevel, type StaticSelectAction } from '@slack/bolt'

/** The manifest of the app that the tests try. */
export const scoutManifest = {
  display_information: { name: 'Scout' },
  features: {
    bot_user: { display_name: 'scout' },
    app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    slash_commands: [{ command: '/deploy', description: 'Deploys' }],
  },
  oauth_config: {
    scopes: {
      bot: [
        'assistant:write',
        'chat:write',
        'im:history',
        'channels:history',
        'app_mentions:read',
        'commands',
        'reactions:read',
        'files:read',
      ],
    },
  },
  settings: {
    socket_mode_enabled: true,
    interactivity: { is_enabled: true },
    event_subscriptions: {
      bot_events: [
        'message.im',
        'app_mention',
        'app_home_opened',
        'reaction_added',
        'file_shared',
        'agent_session_stopped',
      ],
    },
  },
}

/** A Bolt app as a developer writes it: it knows nothing of tests. */
export function createScout(options: AppOptions): App {
  const app = new App({ logLevel: LogLevel.ERROR, ...options })

  app.message('stream', async ({ client, event, context }) => {
    const at = { channel: event.channel, thread_ts: event.ts }
    const recipient = { recipient_user_id: context.userId ?? '', recipient_team_id: context.teamId ?? '' }
    const { ts = '' } = await client.chat.startStream({ ...at, ...recipient, markdown_text: 'The answer is ' })
    const opened = { channel: event.channel, ts }
    await client.chat.appendStream({ ...opened, markdown_text: '**forty' })
    await client.chat.appendStream({ ...opened, markdown_text: '-two**' })
    await client.chat.stopStream(opened)
  })
  app.message('wait', async ({ client, event, context }) => {
    const recipient = { recipient_user_id: context.userId ?? '', recipient_team_id: context.teamId ?? '' }
    await client.chat.startStream({
      channel: event.channel,
      thread_ts: event.ts,
      ...recipient,
      markdown_text: 'Let me see',
    })
  })
  app.message('think', async ({ client, event }) => {
    const thread = { channel_id: event.channel, thread_ts: event.ts }
    await client.assistant.threads.setTitle({ ...thread, title: 'A hard one' })
    await client.assistant.threads.setStatus({ ...thread, status: 'is thinking…' })
  })
  app.message('hello', async ({ say }) => void (await say('Hello *you*')))
  app.message('long', async ({ say }) => void (await say('x'.repeat(50_000))))
  app.message('approve', async ({ say }) => {
    const button = { type: 'button' as const, action_id: 'yes', text: { type: 'plain_text' as const, text: 'Approve' } }
    const select = {
      type: 'static_select' as const,
      action_id: 'where',
      placeholder: { type: 'plain_text' as const, text: 'Where to' },
      options: ['Test', 'Live'].map((text) => ({ text: { type: 'plain_text' as const, text }, value: text[0] ?? '' })),
    }
    await say({ text: 'Deploy?', blocks: [{ type: 'actions', elements: [button, select] }] })
  })
  app.action('yes', async ({ ack, respond, body }) => {
    await ack()
    await respond({ text: `Approved by ${body.user.id}`, replace_original: true })
  })
  app.action<BlockAction<StaticSelectAction>>('where', async ({ ack, say, action }) => {
    await ack()
    await say(`To ${action.selected_option?.value}`)
  })
  app.event('app_mention', async ({ say, event }) => void (await say({ text: 'Here I am', thread_ts: event.ts })))
  app.event('reaction_added', async ({ client, event }) => {
    await client.chat.postMessage({ channel: event.item.channel, text: `:${event.reaction}: seen` })
  })
  app.event('app_home_opened', async ({ client, event }) => {
    if (event.tab !== 'home') return
    const text = { type: 'mrkdwn' as const, text: 'Welcome home' }
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'section', text }] } })
  })
  app.command('/deploy', async ({ ack, client, command, body }) => {
    if (command.text === 'status') return ack('All is well')
    await ack()
    await client.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'deploy',
        title: { type: 'plain_text', text: `Deploy ${command.text}` },
        submit: { type: 'plain_text', text: 'Go' },
        private_metadata: command.channel_id,
        blocks: [
          {
            type: 'input',
            block_id: 'why',
            label: { type: 'plain_text', text: 'Why' },
            element: { type: 'plain_text_input', action_id: 'reason' },
          },
        ],
      },
    })
  })
  app.view('deploy', async ({ ack, view, client }) => {
    const reason = view.state.values['why']?.['reason']?.value ?? ''
    if (reason.length < 3) return ack({ response_action: 'errors', errors: { why: 'Say more' } })
    await ack()
    await client.chat.postMessage({ channel: view.private_metadata, text: `Deploying: ${reason}` })
  })
  return app
}
