/** The token of the app that writes. */
export const token = 'xoxb-proof-writer'

export interface WriteTarget {
  channel: string
  /** A message of the workspace file, in whose thread plain messages are posted. */
  root: string
  /** The arguments for the recipient: required for a stream in a channel, not allowed in a direct message. */
  recipient: Record<string, string>
}

const root = '1767225600.000100'
const channelRecipient = { recipient_user_id: 'U0PROOF', recipient_team_id: 'T0PROOF' }
const channels = ['C0PROOF1', 'C0PROOF2', 'C0PROOF3', 'C0PROOF4']
const directMessages = ['D0PROOF1', 'D0PROOF2', 'D0PROOF3', 'D0PROOF4']

/** Eight threads to write in, half of them in channels, half in direct messages. */
export const targets: readonly WriteTarget[] = [
  ...channels.map((channel) => ({ channel, root, recipient: channelRecipient })),
  ...directMessages.map((channel) => ({ channel, root, recipient: {} })),
]

const scopes = ['chat:write', 'channels:history', 'channels:read', 'im:history', 'im:read']
const people = directMessages.map((_, index) => ({ id: `U0PROOF${index || ''}`, name: `reader${index}` }))

/** A workspace file in JSON, which is YAML too. */
export const workspaceFile = JSON.stringify(
  {
    version: 1,
    settings: { stream: { max_text: 400_000 } },
    teams: [
      {
        id: 'T0PROOF',
        name: 'Proof',
        domain: 'proof',
        users: people,
        channels: [
          ...channels.map((id) => ({ id, name: id.toLowerCase(), members: [...people.map((p) => p.id), 'A0PROOF'] })),
          ...directMessages.map((id, index) => ({ id, kind: 'im', members: [people[index]?.id, 'A0PROOF'] })),
        ],
        messages: [
          ...channels.map((channel) => ({ channel, user: 'U0PROOF', ts: root, text: 'Begin' })),
          ...directMessages.map((channel, index) => ({ channel, user: people[index]?.id, ts: root, text: 'Begin' })),
        ],
      },
    ],
    apps: [
      {
        id: 'A0PROOF',
        bot_id: 'B0PROOF',
        bot_user: 'U0PROOFBOT',
        installed_in: ['T0PROOF'],
        manifest: {
          display_information: { name: 'Writer' },
          features: { bot_user: { display_name: 'Writer' }, app_home: { messages_tab_enabled: true } },
          oauth_config: { scopes: { bot: scopes } },
        },
      },
    ],
    tokens: [{ token, kind: 'bot', app: 'A0PROOF', team: 'T0PROOF', scopes }],
  },
  null,
  2,
)
