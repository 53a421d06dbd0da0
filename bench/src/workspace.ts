export const team = 'T0BENCH'
export const token = 'xoxb-bench-writer'
export const channel = 'C0BENCH'
/** The message that every stream answers. */
export const root = '1767225600.000100'
export const recipient = { recipient_user_id: 'U0BENCH0', recipient_team_id: team }
/** Twenty people; each may have several windows open. */
export const viewers = Array.from({ length: 20 }, (_, index) => `U0BENCH${index}`)
export const password = 'bench-bench-bench'

export function emailOf(user: string): string {
  return `${user.toLowerCase()}@bench.example`
}

const scopes = ['chat:write', 'channels:history', 'channels:read']

export type Channels = readonly { id: string; name: string; kind?: 'private'; members: readonly string[] }[]
const oneForAll: Channels = [{ id: channel, name: 'bench', members: [...viewers, 'A0BENCH'] }]

/** A private channel for each stream and the one person who watches it, shared out among the people. */
export function pairedChannels(count: number): Channels {
  return Array.from({ length: count }, (_, index) => {
    const members = [viewers[index % viewers.length] ?? '', 'A0BENCH']
    return { id: `C0PAIR${index}`, name: `pair-${index}`, kind: 'private' as const, members }
  })
}

/** A workspace file in JSON, which is YAML too, of channels whose members see streams grow. Passwords take time to hash. */
export function workspaceFile(signIn: boolean, channels = oneForAll): string {
  return JSON.stringify({
    version: 1,
    settings: { stream: { audience: 'members', max_text: 4_000_000 } },
    teams: [
      {
        id: team,
        name: 'Bench',
        domain: 'bench',
        users: viewers.map((id) => ({ id, name: id.toLowerCase(), ...(signIn && { email: emailOf(id), password }) })),
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
