import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Every event that an app can subscribe to. */
export const everyEvent = [
  'app_mention',
  'member_joined_channel',
  'member_left_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'reaction_added',
  'reaction_removed',
]

const everyScope = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:manage',
  'channels:read',
  'chat:write',
  'groups:history',
  'groups:read',
  'im:history',
  'links:write',
  'mpim:history',
  'reactions:read',
]

export const appToken = 'xapp-1-A0SCOUT-socket'

interface ScoutOptions {
  events?: readonly string[]
  scopes?: readonly string[]
  socketMode?: boolean
  /** The URL that events are posted to. */
  requestUrl?: string
  /** Replaces its `assistant_view`. */
  features?: object
  removed?: boolean
  /** Whether the bot tokens of the app are revoked. */
  revoked?: boolean
}

/** The fixture as a workspace file, with Scout subscribed to all events over Socket Mode. */
export function scoutFile({
  events = everyEvent,
  scopes = everyScope,
  requestUrl,
  socketMode = requestUrl === undefined,
  features,
  removed = false,
  revoked = false,
}: ScoutOptions = {}): string {
  const file = parse(readFileSync(new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url), 'utf8'))
  for (const app of file.apps) {
    if (app.id !== 'A0SCOUT') continue
    app.removed = removed
    const subscriptions = { bot_events: events, ...(requestUrl ? { request_url: requestUrl } : {}) }
    app.manifest.settings = { socket_mode_enabled: socketMode, event_subscriptions: subscriptions }
    if (features) app.manifest.features = { ...app.manifest.features, assistant_view: undefined, ...features }
  }
  file.tokens = file.tokens.filter(
    (token: { app?: string; team?: string; kind: string }) => !(token.app === 'A0SCOUT' && token.kind !== 'user'),
  )
  const bot = { kind: 'bot', app: 'A0SCOUT', team: 'T0ACME', revoked }
  file.tokens.push(
    { ...bot, token: 'xoxb-acme-scout', scopes },
    { token: appToken, kind: 'app', app: 'A0SCOUT', scopes: ['connections:write'] },
  )
  return JSON.stringify(file)
}
