export const team = 'T0BENCH'
export const token = 'xoxb-bench-writer'
export const channel = 'C0BENCH'
/** The root of the thread that every stream is in. */
export const root = '1767225600.000100'
export const recipient = { recipient_user_id: 'U0BENCH0', recipient_team_id: team }
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

/**
 * A workspace file in JSON, which is YAML too. Members of a channel see its streams live. People get passwords only with
 * `canSignIn`, because passwords take time to hash.
 */
export function createWorkspaceFile(canSignIn: boolean, channels = sharedChannel): string {
  return JSON.stringify({
    version: 1,
    settings: {
      stream: { audience: 'members', max_text: 4_000_000 },
      // Twenty people have all the windows, and one app all the streams.
      limits: { feeds_per_person: 10_000, streams_per_app: 100_000, streams_per_team: 100_000 },
    },
    teams: [
      {
        id: team,
        name: 'Bench',
        domain: 'bench',
        policies: { rate_limits: { 'assistant.threads.setStatus': 1_000_000 } },
        users: viewerIds.map((id) => ({
          id,
          name: id.toLowerCase(),
          ...(canSignIn && { email: emailOf(id), password }),
        })),
        channels,
        messages: channels.map(({ id, members }) => ({ channel: id, user: members[0], ts: root, text: 'Begin' })),
      },
    ],
    apps: [
      {
        id: 'A0BENCH',
        bot_id: 'B0BENCH',
        bot_user: 'U0BENCHBOT',
        installed_in: [team],
        manifest: {
          display_information: { name: 'Writer' },
          features: { bot_user: { display_name: 'Writer' } },
          oauth_config: { scopes: { bot: scopes } },
        },
      },
    ],
    tokens: [{ token, kind: 'bot', app: 'A0BENCH', team, scopes }],
  })
}
