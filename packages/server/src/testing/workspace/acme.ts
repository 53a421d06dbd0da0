import { hashToken } from '#domain/ids'
import type { Store } from '#store/db'
import { everyScope } from '#testing/calls/tokens'
import { type TeamIds, rootTs } from './twoTeams.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** The ids of the fixture that valid calls name. */
export const acmeIds: TeamIds = {
  team: 'T0ACME',
  channel: 'C0HELP',
  privateChannel: 'C0SECRET',
  dm: 'D0ANASCOUT',
  ts: rootTs,
  user: 'U0BEN',
  email: 'ben@acme.example',
  otherUser: 'U0ANA',
  botToken: 'xoxb-acme-scout',
  appToken: 'xapp-1-A0SCOUT-acme',
  userToken: 'xoxp-acme-ben',
}

const few = {
  'xoxb-acme-reader': [],
  'xapp-1-A0SCOUT-few': [],
  'xoxp-acme-few': [],
  'xoxb-acme-plain': everyScope.filter((scope) => scope !== 'chat:write.customize'),
}

/** Creates the fixture's workspace with every scope for its tokens, except for those in `few`. */
export async function createAcmeWorkspace(store?: Store): Promise<Workspace> {
  const scene = await createWorkspace(store ? { store } : {})
  await scene.store.write(async (tx) => {
    await tx.updateTable('tokens').set({ scopes: everyScope }).execute()
    for (const [token, scopes] of Object.entries(few))
      await tx.updateTable('tokens').set({ scopes }).where('hash', '=', hashToken(token)).execute()
    const ben = {
      kind: 'user',
      app_id: 'A0SCOUT',
      team_id: acmeIds.team,
      user_id: 'U0BEN',
      scopes: everyScope,
    } as const
    const rest = { enterprise_id: null, teams_granted: null, expires_at: null, revoked: false }
    await tx
      .insertInto('tokens')
      .values([
        { hash: hashToken('xoxp-acme-ben'), ...ben, ...rest },
        { hash: hashToken('xoxp-acme-few'), ...ben, ...rest, scopes: [] },
        { hash: hashToken('xapp-1-A0SCOUT-few'), kind: 'app', app_id: 'A0SCOUT', scopes: [], ...rest },
      ])
      .execute()
    const installation = { app_id: 'A0SCOUT', installed_by: 'U0GLO1' }
    await tx.updateTable('installations').set(installation).where('team_id', '=', 'T0GLOBEX1').execute()
  })
  return scene
}
