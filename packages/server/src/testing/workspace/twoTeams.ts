/** The ids of a team that calls name, and its tokens. */
export interface TeamIds {
  team: string
  /** A public channel of a person and the app, with a message of the person. */
  channel: string
  /** A private channel that the app is not in, with a message. */
  privateChannel: string
  /** A direct message of a person and the app, with a message of the person. */
  dm: string
  /** The ts of the message, the same in every channel. */
  ts: string
  user: string
  /** The e-mail address of the person. */
  email: string
  /** Another person. */
  otherUser: string
  /** A bot token with every scope. */
  botToken: string
  /** An app-level token with every scope. */
  appToken: string
  /** A user token of the person with every scope. */
  userToken: string
}

export type TeamKey = 'A' | 'B'

export const rootTs = '1767225600.000100'

export function teamIds(twin: TeamKey): TeamIds {
  return {
    team: `T0${twin}`,
    channel: `C0${twin}OPEN`,
    privateChannel: `C0${twin}SECRET`,
    dm: `D0${twin}ANASCOUT`,
    ts: rootTs,
    user: `U0${twin}ANA`,
    email: `ana@${twin.toLowerCase()}.example`,
    otherUser: `U0${twin}BEN`,
    botToken: `xoxb-twin-${twin}`,
    appToken: 'xapp-twins',
    userToken: `xoxp-twin-${twin}`,
  }
}

/** A word in every text of team B and in none of team A. */
export const canary = 'kanarienvogel'

interface TwoTeamsOptions {
  scopes: readonly string[]
  settings?: object
  policies?: object
  apps?: object[]
  teams?: object[]
  users?: object[]
  enterprises?: object[]
  tokens?: object[]
}

/** A workspace file with two teams that have the same names and the same app. Neither may learn anything about the other. */
export function twoTeamsFile({ scopes, settings = {}, policies = {}, ...more }: TwoTeamsOptions): string {
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
          features: {
            unfurl_domains: ['example.com'],
            agent_view: { agent_description: 'Answers' },
            app_home: { home_tab_enabled: true },
          },
          settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['agent_session_stopped'] } },
        },
      },
      ...(more.apps ?? []),
    ],
    tokens: [
      ...(['A', 'B'] as const).map((twin) => botTokenRow(twin, scopes)),
      ...(['A', 'B'] as const).map((twin) => userTokenRow(twin, scopes)),
      { token: teamIds('A').appToken, kind: 'app', app: 'A0SCOUT', scopes },
      ...(more.tokens ?? []),
    ],
  })
}

function botTokenRow(twin: TeamKey, scopes: readonly string[]) {
  const { botToken, team } = teamIds(twin)
  return { token: botToken, kind: 'bot', app: 'A0SCOUT', team, scopes }
}

function userTokenRow(twin: TeamKey, scopes: readonly string[]) {
  const { userToken, team, user } = teamIds(twin)
  return { token: userToken, kind: 'user', app: 'A0SCOUT', team, user, scopes }
}

function team(twin: TeamKey, word: string, policies: object, users: object[] = []) {
  const { team, channel, privateChannel, dm, user, otherUser, ts } = teamIds(twin)
  return {
    id: team,
    name: 'Acme',
    domain: `acme-${twin.toLowerCase()}`,
    policies,
    emoji: { shipit: `alias:${word}` },
    users: [
      { id: user, name: 'ana', real_name: 'Ana Lima', email: teamIds(twin).email },
      { id: otherUser, name: 'ben', real_name: 'Ben Okafor', email: `ben@${twin.toLowerCase()}.example` },
      ...users,
    ],
    usergroups: [{ id: `S0${twin}OPS`, handle: 'ops', name: 'Operations', users: [user] }],
    channels: [
      { id: channel, name: 'general', general: true, topic: word, members: [user, otherUser, 'A0SCOUT'] },
      { id: privateChannel, name: 'secret', kind: 'private', topic: word, members: [user] },
      { id: dm, kind: 'im', members: [user, 'A0SCOUT'] },
    ],
    messages: [channel, privateChannel, dm].map((id) => ({ channel: id, user, ts, text: `Root ${word}` })),
  }
}
