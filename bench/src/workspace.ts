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

/** A workspace file in JSON, which is YAML too: one channel, whose members all see streams grow. Passwords take time to hash. */
export function workspaceFile(signIn: boolean): string {
  return JSON.stringify({
    version: 1,
    settings: { stream: { audience: 'members', max_text: 4_000_000 } },
    teams: [
      {
        id: team,
        name: 'Bench',
        domain: 'bench',
        users: viewers.map((id) => ({ id, name: id.toLowerCase(), ...(signIn && { email: emailOf(id), password }) })),
        channels: [{ id: channel, name: 'bench', members: [...viewers, 'A0BENCH'] }],
        messages: [{ channel, user: viewers[0], ts: root, text: 'Begin' }],
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
