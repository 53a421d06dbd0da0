export const team = 'T0BENCH'
export const token = 'xoxb-bench-writer'
export const channel = 'C0BENCH'
/** The root of the thread that every stream is in. */
export const root = '1767225600.000100'
export const recipient = { recipient_user_id: 'U0BENCH0', recipient_team_id: team }
/** Where the app writes, with which token, and whom it answers. Every channel has the thread of `root`. */
export interface Place {
  token: string
  channel: string
  recipient: { recipient_user_id: string; recipient_team_id: string }
}
export const usualPlace: Place = { token, channel, recipient }

/** Twenty people, who may have several windows each. */
export const viewerIds = Array.from({ length: 20 }, (_, index) => `U0BENCH${index}`)
export const password = 'bench-bench-bench'

export function emailOf(user: string): string {
  return `${user.toLowerCase()}@bench.example`
}

const scopes = ['chat:write', 'channels:history', 'channels:read', 'assistant:write']

export type Channels = readonly { id: string; name: string; kind?: 'private'; members: readonly string[] }[]
const sharedChannel: Channels = [{ id: channel, name: 'bench', members: [...viewerIds, 'A0BENCH'] }]

/** Creates a private channel for each stream. Each channel has one viewer; the viewers take turns. */
export function createPrivateChannels(count: number): Channels {
  return Array.from({ length: count }, (_, index) => {
    const members = [viewerIds[index % viewerIds.length] ?? '', 'A0BENCH']
    return { id: `C0PAIR${index}`, name: `pair-${index}`, kind: 'private' as const, members }
  })
}

/** A team beside the usual one, with one channel of all its people. */
export interface OtherTeam {
  place: Place
  people: readonly string[]
  canSignIn: boolean
}

export function createOtherTeam(name: string, count: number, canSignIn = false): OtherTeam {
  const people = Array.from({ length: count }, (_, index) => `U0${name}P${index}`)
  const recipient = { recipient_user_id: people[0] ?? '', recipient_team_id: `T0${name}` }
  const place = { token: `xoxb-bench-${name.toLowerCase()}`, channel: `C0${name}`, recipient }
  return { place, people, canSignIn }
}

/**
 * A workspace file in JSON, which is YAML too. Members of a channel see its streams live. People get passwords only with
 * `canSignIn`, because passwords take time to hash.
 */
export function createWorkspaceFile(
  canSignIn: boolean,
  channels = sharedChannel,
  others: readonly OtherTeam[] = [],
): string {
  const usual = toTeam(team, { people: viewerIds, canSignIn, channels })
  return JSON.stringify({
    version: 1,
    settings: {
      stream: { audience: 'members', max_text: 4_000_000 },
      // Twenty people have all the windows, and one app all the streams.
      limits: { feeds_per_person: 10_000, streams_per_app: 100_000, streams_per_team: 100_000 },
    },
    teams: [
      { ...usual, policies: { rate_limits: { 'assistant.threads.setStatus': 1_000_000 } } },
      ...others.map(({ place: { channel: id, recipient: one }, ...other }) => {
        const members = [...other.people, 'A0BENCH']
        return toTeam(one.recipient_team_id, { ...other, channels: [{ id, name: 'bench', members }] })
      }),
    ],
    apps: [
      {
        id: 'A0BENCH',
        bot_id: 'B0BENCH',
        bot_user: 'U0BENCHBOT',
        installed_in: [team, ...others.map(({ place }) => place.recipient.recipient_team_id)],
        manifest: {
          display_information: { name: 'Writer' },
          features: { bot_user: { display_name: 'Writer' } },
          oauth_config: { scopes: { bot: scopes } },
        },
      },
    ],
    tokens: [usualPlace, ...others.map(({ place }) => place)].map(({ token: text, recipient: one }) => {
      return { token: text, kind: 'bot', app: 'A0BENCH', team: one.recipient_team_id, scopes }
    }),
  })
}

function toTeam(
  id: string,
  { people, canSignIn, channels }: { people: readonly string[]; canSignIn: boolean; channels: Channels },
) {
  return {
    id,
    name: id,
    domain: id.toLowerCase(),
    users: people.map((user) => ({
      id: user,
      name: user.toLowerCase(),
      ...(canSignIn && { email: emailOf(user), password }),
    })),
    channels,
    messages: channels.map(({ id: channelId, members }) => ({
      channel: channelId,
      user: members[0],
      ts: root,
      text: 'Begin',
    })),
  }
}
