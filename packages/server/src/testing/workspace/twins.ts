/** A team of the twins, by the ids that calls name. */
export interface At {
  team: string
  /** A public channel of a person and the app, with a message of the person. */
  channel: string
  /** A private channel that the app is not in, with a message. */
  secret: string
  /** A direct message of a person and the app, with a message of the person. */
  dm: string
  /** The message. It is the same in every channel. */
  ts: string
  user: string
  /** Of the person. */
  email: string
  /** Another person. */
  other: string
  /** Takes every scope that there is. */
  bot: string
  /** The same for the app itself, of no team. */
  app: string
  /** The same for the person, through the app. */
  own: string
}

export type Twin = 'A' | 'B'

export const rootTs = '1767225600.000100'

export function at(twin: Twin): At {
  return {
    team: `T0${twin}`,
    channel: `C0${twin}OPEN`,
    secret: `C0${twin}SECRET`,
    dm: `D0${twin}ANASCOUT`,
    ts: rootTs,
    user: `U0${twin}ANA`,
    email: `ana@${twin.toLowerCase()}.example`,
    other: `U0${twin}BEN`,
    bot: `xoxb-twin-${twin}`,
    app: 'xapp-twins',
    own: `xoxp-twin-${twin}`,
  }
}

/** What stands in everything that team B says, and in nothing of team A. */
export const canary = 'kanarienvogel'

interface Given {
  scopes: readonly string[]
  settings?: object
  policies?: object
  apps?: object[]
  teams?: object[]
  users?: object[]
  enterprises?: object[]
  tokens?: object[]
}

/** A workspace file: two teams with the same names and the same app, one of which must never hear of the other. */
export function twins({ scopes, settings = {}, policies = {}, ...more }: Given): string {
  return JSON.stringify({
    version: 1,
    settings,
    enterprises: more.enterprises ?? [],
    teams: [team('A', 'plain', policies, more.users), team('B', canary, {}), ...(more.teams ?? [])],
    apps: [
      {
        id: 'A0SCOUT',
        bot_user: 'U0SCOUT',
        installed_in: ['T0A', 'T0B', ...(more.teams ?? []).map((one) => Reflect.get(one, 'id'))],
        manifest: {
          display_information: { name: 'Scout' },
          features: { agent_view: { agent_description: 'Answers' }, app_home: { home_tab_enabled: true } },
          settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['agent_session_stopped'] } },
        },
      },
      ...(more.apps ?? []),
    ],
    tokens: [
      ...(['A', 'B'] as const).map((twin) => botToken(twin, scopes)),
      ...(['A', 'B'] as const).map((twin) => ownToken(twin, scopes)),
      { token: at('A').app, kind: 'app', app: 'A0SCOUT', scopes },
      ...(more.tokens ?? []),
    ],
  })
}

function botToken(twin: Twin, scopes: readonly string[]) {
  const { bot, team } = at(twin)
  return { token: bot, kind: 'bot', app: 'A0SCOUT', team, scopes }
}

function ownToken(twin: Twin, scopes: readonly string[]) {
  const { own, team, user } = at(twin)
  return { token: own, kind: 'user', app: 'A0SCOUT', team, user, scopes }
}

function team(twin: Twin, word: string, policies: object, users: object[] = []) {
  const { team, channel, secret, dm, user, other, ts } = at(twin)
  return {
    id: team,
    name: 'Acme',
    domain: `acme-${twin.toLowerCase()}`,
    policies,
    emoji: { shipit: `alias:${word}` },
    users: [
      { id: user, name: 'ana', real_name: 'Ana Lima', email: at(twin).email },
      { id: other, name: 'ben', real_name: 'Ben Okafor', email: `ben@${twin.toLowerCase()}.example` },
      ...users,
    ],
    usergroups: [{ id: `S0${twin}OPS`, handle: 'ops', name: 'Operations', users: [user] }],
    channels: [
      { id: channel, name: 'general', general: true, topic: word, members: [user, other, 'A0SCOUT'] },
      { id: secret, name: 'secret', kind: 'private', topic: word, members: [user] },
      { id: dm, kind: 'im', members: [user, 'A0SCOUT'] },
    ],
    messages: [channel, secret, dm].map((id) => ({ channel: id, user, ts, text: `Root ${word}` })),
  }
}
