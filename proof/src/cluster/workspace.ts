import { field, listField, textField } from '#load/untypedFields'
import { workspaceFile } from '#load/workspace'

/** The token with which an app opens sockets. */
export const appToken = 'xapp-1-A0COUNTER-proof'
/**
 * The channels of the app that gets its events over HTTP. It gets at most 30,000 in an hour [EVT-14], and a long run has more in
 * all of them.
 */
export const httpAppChannels: readonly string[] = ['C0PROOF1']
/** The channel of the messages that show that a node works. */
export const pulseChannel = 'C0PULSE'

const scopes = ['channels:history']
const plain: unknown = JSON.parse(workspaceFile)
const [team] = listField(plain, 'teams')
const [writer] = listField(plain, 'apps')

const channels = listField(team, 'channels').map((channel) => {
  const members = listField(channel, 'members')
  const overHttp = httpAppChannels.includes(textField(channel, 'id')) ? ['A0POSTED'] : []
  return {
    ...Object(channel),
    members: field(channel, 'kind') === 'im' ? members : [...members, 'A0COUNTER', ...overHttp],
  }
})

/**
 * The workspace of the proofs, with one more channel, and with two apps that count the events of the channels: one in Socket
 * Mode, one over HTTP at this address.
 */
export const createClusterWorkspace = (eventsUrl: string): string =>
  JSON.stringify({
    ...Object(plain),
    // All readers are one person.
    settings: { ...Object(field(plain, 'settings')), limits: { feeds_per_person: 1000 } },
    teams: [
      {
        ...Object(team),
        channels: [...channels, { id: pulseChannel, name: 'pulse', members: ['U0PROOF', 'A0PROOF'] }],
      },
    ],
    apps: [
      writer,
      {
        id: 'A0COUNTER',
        bot_id: 'B0COUNTER',
        bot_user: 'U0COUNTERBOT',
        installed_in: ['T0PROOF'],
        manifest: {
          display_information: { name: 'Counter' },
          features: { bot_user: { display_name: 'Counter' } },
          oauth_config: { scopes: { bot: scopes } },
          settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.channels'] } },
        },
      },
      {
        id: 'A0POSTED',
        bot_id: 'B0POSTED',
        bot_user: 'U0POSTEDBOT',
        installed_in: ['T0PROOF'],
        signing_secret: 'proof-signing-secret',
        manifest: {
          display_information: { name: 'Posted' },
          features: { bot_user: { display_name: 'Posted' } },
          oauth_config: { scopes: { bot: scopes } },
          settings: { event_subscriptions: { request_url: eventsUrl, bot_events: ['message.channels'] } },
        },
      },
    ],
    tokens: [
      ...listField(plain, 'tokens'),
      { token: 'xoxb-proof-counter', kind: 'bot', app: 'A0COUNTER', team: 'T0PROOF', scopes },
      { token: 'xoxb-proof-posted', kind: 'bot', app: 'A0POSTED', team: 'T0PROOF', scopes },
      { token: appToken, kind: 'app', app: 'A0COUNTER', scopes: ['connections:write'] },
    ],
  })
