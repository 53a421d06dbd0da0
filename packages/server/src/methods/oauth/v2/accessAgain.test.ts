import { expect, test } from 'vitest'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { access } from './access.ts'

const anonymous = { token: 'none', as: 'form' } as const

onBothDatabases('oauth.v2.access', (open) => {
  test('[APP-7] the tokens have the scopes of earlier ones too, but not of those that were revoked or of others', async () => {
    const scene = await createWorkspace({ store: await open() })
    const revokeAll = () => scene.store.write((tx) => tx.updateTable('tokens').set({ revoked: true }).execute())
    await revokeAll()
    const authorize = async (scopes: string[], userScopes: string[], user = 'U0ANA') =>
      scene.call(
        access,
        await createOAuthCode({ store: scene.store, team: 'T0ACME', user, scopes, userScopes }),
        anonymous,
      )
    await authorize(['chat:write'], ['users:read'])
    await authorize([], ['files:read'], 'U0BEN')
    const both = await authorize(['reactions:read', 'chat:write'], ['channels:read'])
    expect(both).toMatchObject({
      scope: 'chat:write,reactions:read',
      authed_user: { scope: 'channels:read,users:read' },
    })
    const { headers } = await scene.send('auth.test', { headers: { authorization: `Bearer ${both.access_token}` } })
    expect(headers.get('x-oauth-scopes')).toBe('chat:write,reactions:read')
    await revokeAll()
    expect(await authorize(['users:read'], [])).toMatchObject({ scope: 'users:read' })
  })

  test('names the enterprise of the team', async () => {
    const scene = await createWorkspace({ store: await open() })
    await scene.store.write((tx) =>
      tx.updateTable('teams').set({ enterprise_id: 'E0GLOBEX' }).where('id', '=', 'T0ACME').execute(),
    )
    expect(
      await scene.call(access, await createOAuthCode({ store: scene.store, team: 'T0ACME', user: 'U0ANA' }), anonymous),
    ).toMatchObject({
      enterprise: { id: 'E0GLOBEX', name: 'Globex' },
    })
  })
})
