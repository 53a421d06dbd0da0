import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '#testing/servers/spawnServer'

/** The moment of every picture: the demo's last message is 20 minutes old. */
export const now = Date.parse('2026-01-12T14:00:00Z')
export const deskTokens = { token: 'xoxb-screens-desk', appToken: 'xapp-screens-desk' }

/** The demo workspace with more people, channels and an app, and a team in which nothing has happened yet. */
export async function readScreensWorkspace(): Promise<string> {
  const demo = await readFile(join(repository, 'packages', 'server', 'workspaces', 'demo.yaml'), 'utf8')
  return additions.reduce((text, [line, replace]) => {
    if (!text.includes(line)) throw new Error(`The demo workspace has no line ${JSON.stringify(line)}.`)
    return text.replace(line, replace)
  }, demo)
}

/** Lines of the demo workspace, with what is written before or after them. */
const additions: [line: string, replaced: string][] = [
  [
    '    channels:\n',
    `      - { id: U0NIA, name: nia, real_name: Nia Adeyemi, display_name: Nia, title: Head of support, tz: Africa/Lagos }
      - { id: U0TOM, name: tom, real_name: Tom Berg, title: Support, tz: Europe/Stockholm }
      - { id: U0LIN, name: lin, real_name: Lin Chen, title: Research, tz: Asia/Singapore }
    usergroups: [{ id: S0SUPPORT, handle: support, name: Support, users: [U0NIA, U0TOM, U0ANA] }]
    channels:
`,
  ],
  [
    '    messages:\n',
    `      - { id: C0DESIGN, name: design, topic: 'Type, colour and everything that moves', members: [U0ANA, U0MEI, U0LIN] }
      - { id: C0SUPPORT, name: support, topic: What people ask us, members: [U0ANA, U0NIA, U0TOM, A0DESK] }
      - { id: G0HIRING, name: hiring, kind: private, members: [U0ANA, U0BEN] }
      - { id: C0READING, name: reading-group, topic: A paper every second Friday, members: [U0LIN, U0TOM] }
      - { id: C0OLD, name: launch-1, archived: true, members: [U0ANA, U0BEN] }
      - { id: D0ANABEN, members: [U0ANA, U0BEN] }
      - { id: D0ANAMEI, members: [U0ANA, U0MEI] }
      - { id: D0ANADESK, members: [U0ANA, A0DESK] }
    messages:
      - { channel: C0SUPPORT, user: U0TOM, ts: '1768224600.000100', text: 'Three people ask why their draft is gone after an update. <@U0ANA>, do you know?' }
      - { channel: C0SUPPORT, user: U0NIA, ts: '1768224720.000100', thread_ts: '1768224600.000100', text: 'Two of them are on 1.8. I ask the third.' }
      - { channel: D0ANABEN, user: U0BEN, ts: '1768224900.000100', text: 'Do you have ten minutes after the demo?' }
      - { channel: D0ANABEN, user: U0ANA, ts: '1768225020.000100', text: 'Yes. *13:30* your time, in the small room.' }
`,
  ],
  [
    'apps:\n',
    `  - id: T0HERON
    name: Heron
    domain: heron
    users: [{ id: U0ZOE, name: zoe, real_name: Zoe Park, admin: true }]
    channels: [{ id: C0HERON, name: general, general: true, members: [U0ZOE] }]
apps:
  - id: A0DESK
    bot_id: B0DESK
    bot_user: U0DESK
    installed_in: [{ team: T0WILLOW, by: U0ANA }]
    manifest:
      display_information: { name: Desk, description: Keeps the tickets of the help desk }
      features:
        bot_user: { display_name: Desk, always_online: true }
        app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false }
        slash_commands: [{ command: /ticket, description: Opens a ticket, usage_hint: '[what is broken]' }]
        shortcuts:
          - { name: Open a ticket, type: global, callback_id: ticket, description: For whatever is broken }
          - { name: Make a ticket of it, type: message, callback_id: ticket_of, description: Takes the message along }
      oauth_config: { scopes: { bot: &desk [chat:write, commands, im:history, im:read, users:read] } }
      settings:
        socket_mode_enabled: true
        interactivity: { is_enabled: true }
        event_subscriptions: { bot_events: [app_home_opened, message.im] }
`,
  ],
  [
    'tokens:\n',
    `tokens:
  - { token: ${deskTokens.token}, kind: bot, app: A0DESK, team: T0WILLOW, scopes: *desk }
  - { token: ${deskTokens.appToken}, kind: app, app: A0DESK, scopes: ['connections:write'] }
`,
  ],
]
