import { describe, expect, test } from 'vitest'
import { readManifest } from './manifest.ts'

describe('reading a manifest', () => {
  test('returns everything that an app may declare', () => {
    const facts = readManifest(
      {
        display_information: { name: 'Owl', description: 'Watches', background_color: '#102030' },
        features: {
          bot_user: { display_name: 'Night Owl', always_online: true },
          app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: true },
          agent_view: {
            agent_description: 'Ask about the night',
            suggested_prompts: [{ title: 'Last night', message: 'What was?' }],
          },
          slash_commands: [
            { command: '/owl', description: 'Wakes it', usage_hint: '[hour]', should_escape: true },
            { command: '/nest', description: 'Shows it', url: 'https://owl.example/nest' },
          ],
          shortcuts: [{ name: 'Hoot', type: 'message', callback_id: 'hoot', description: 'Hoots' }],
          unfurl_domains: ['owl.example'],
        },
        oauth_config: {
          scopes: { bot: ['chat:write'], user: ['search:read'] },
          redirect_urls: ['https://owl.example/back'],
        },
        settings: {
          event_subscriptions: { request_url: 'https://owl.example/events', bot_events: ['app_mention'] },
          interactivity: {
            is_enabled: true,
            request_url: 'https://owl.example/act',
            message_menu_options_url: 'https://owl.example/options',
          },
          socket_mode_enabled: false,
          token_rotation_enabled: true,
        },
      },
      'A0OWL',
    )
    expect(facts).toEqual({
      name: 'Night Owl',
      pkce: false,
      metadata: [],
      functions: [],
      title: 'Owl',
      description: 'Watches',
      longDescription: undefined,
      backgroundColor: '#102030',
      alwaysOnline: true,
      messagesTab: true,
      messagesReadOnly: true,
      homeTab: true,
      agent: true,
      assistant: false,
      usesAssistantThreads: false,
      agentDescription: 'Ask about the night',
      prompts: [{ title: 'Last night', message: 'What was?' }],
      commands: [
        { command: '/owl', description: 'Wakes it', usageHint: '[hour]', shouldEscape: true, url: undefined },
        {
          command: '/nest',
          description: 'Shows it',
          usageHint: undefined,
          shouldEscape: false,
          url: 'https://owl.example/nest',
        },
      ],
      shortcuts: [{ name: 'Hoot', type: 'message', callbackId: 'hoot', description: 'Hoots' }],
      unfurlDomains: ['owl.example'],
      botScopes: ['chat:write'],
      userScopes: ['search:read'],
      redirectUrls: ['https://owl.example/back'],
      tokenRotation: true,
      socketMode: false,
      events: ['app_mention'],
      handlesStop: false,
      eventsUrl: 'https://owl.example/events',
      interactivity: { requestUrl: 'https://owl.example/act', optionsUrl: 'https://owl.example/options' },
    })
  })

  test('is safe with an odd manifest that was never checked', () => {
    const odd = { features: { slash_commands: [1, null, {}], shortcuts: 'x', app_home: [] }, settings: null }
    const facts = readManifest(odd, 'A0ODD')
    expect(facts).toMatchObject({ name: 'A0ODD', commands: [], shortcuts: [], messagesTab: true, events: [] })
    expect(facts.interactivity).toBeUndefined()
  })

  test('[FUN-1, EVT-30] returns functions with their parameters, and the metadata that an app wants', () => {
    const text = { type: 'string', description: 'Words' }
    const { functions, metadata } = readManifest(
      {
        functions: {
          shout: {
            title: 'Shout',
            input_parameters: { properties: { text }, required: ['text'] },
            output_parameters: { loud: { type: 'string', title: 'Loud', is_required: false } },
          },
        },
        settings: {
          event_subscriptions: { metadata_subscriptions: [{ app_id: 'A1', event_type: 'task' }, { app_id: 1 }, 2] },
        },
      },
      'A0OWL',
    )
    expect(functions).toEqual([
      {
        callbackId: 'shout',
        title: 'Shout',
        description: undefined,
        inputs: [{ name: 'text', type: 'string', title: 'text', description: 'Words', isRequired: true }],
        outputs: [{ name: 'loud', type: 'string', title: 'Loud', description: undefined, isRequired: false }],
      },
    ])
    expect(metadata).toEqual([{ app: 'A1', type: 'task' }])
  })
})
