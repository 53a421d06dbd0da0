import { hashToken } from '#domain/ids'
import { searchScopes } from '#rpc/scopes'
import type { Workspace } from './workspace.ts'

/** Gives people user tokens for searching: `xoxp-ana` for U0ANA. */
export async function createSearchTokens({ store }: Workspace, ...users: string[]): Promise<void> {
  const rest = { enterprise_id: null, teams_granted: null, expires_at: null, revoked: false }
  const owner = { kind: 'user', app_id: 'A0SCOUT', team_id: 'T0ACME' } as const
  const rows = users.map((user) => ({
    hash: hashToken(`xoxp-${user.slice(2).toLowerCase()}`),
    ...owner,
    user_id: user,
    scopes: ['search:read', ...searchScopes, 'chat:write', 'files:write', 'files:read', 'reactions:write'],
    ...rest,
  }))
  await store.write((tx) => tx.insertInto('tokens').values(rows).execute())
}
