import { expect, test } from 'vitest'
import { revoke } from '#methods/auth/revoke'
import { postMessage } from '#methods/chat/postMessage'
import { token as connect } from '#methods/openid/connect/token'
import type { Store } from '#store/db'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { access } from './access.ts'

const anonymous = { token: 'none', as: 'form' } as const

/** An app that has no tokens yet, and the people who authorize it. */
async function createScene(store: Store) {
  const scene = await createWorkspace({ store })
  const revokeAll = () => store.write((tx) => tx.updateTable('tokens').set({ revoked: true }).execute())
  await revokeAll()
  const agree = (scopes: string[], userScopes: string[], user = 'U0ANA') =>
    createOAuthCode({ store, team: 'T0ACME', user, scopes, userScopes })
  const authorize = async (...what: Parameters<typeof agree>) => scene.call(access, await agree(...what), anonymous)
  const signIn = async (...what: Parameters<typeof agree>) => scene.call(connect, await agree(...what), anonymous)
  const manifest = { display_information: { name: 'Scout' }, settings: { token_rotation_enabled: true } }
  const rotateTokens = () =>
    store.write((tx) => tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute())
  return { ...scene, revokeAll, rotateTokens, agree, authorize, signIn }
}

onBothDatabases('oauth.v2.access', (open) => {
  test('[APP-7] the tokens have the scopes of earlier ones too, but not of those that were revoked or of others', async () => {
    const { authorize, revokeAll, send } = await createScene(await open())
    await authorize(['chat:write'], ['users:read'])
    await authorize([], ['files:read'], 'U0BEN')
    const both = await authorize(['reactions:read', 'chat:write'], ['channels:read'])
    expect(both).toMatchObject({
      scope: 'chat:write,reactions:read',
      authed_user: { scope: 'channels:read,users:read' },
    })
    const { headers } = await send('auth.test', { headers: { authorization: `Bearer ${both.access_token}` } })
    expect(headers.get('x-oauth-scopes')).toBe('chat:write,reactions:read')
    await revokeAll()
    expect(await authorize(['users:read'], [])).toMatchObject({ scope: 'users:read' })
  })

  test('[APP-7] the scopes of an expired token count only while it can be renewed', async () => {
    const { agree, authorize, call, rotateTokens, store } = await createScene(await open())
    await rotateTokens()
    const { refresh_token } = await authorize(['files:read'], [])
    store.db.clock.advance(43_200_000)
    const united = await authorize(['users:read'], [])
    expect(united).toMatchObject({ scope: 'files:read,users:read' })
    await call(revoke, {}, { token: united.access_token ?? '' })

    const { code: _code, ...client } = await agree([], [])
    const renewed = await call(access, { ...client, grant_type: 'refresh_token', refresh_token }, anonymous)
    expect(renewed).toMatchObject({ scope: 'files:read' })
    await call(revoke, {}, { token: renewed.access_token ?? '' })
    expect(await authorize(['chat:write'], [])).toMatchObject({ scope: 'chat:write' })
  })

  test('[APP-20] a sign-in has no earlier scopes', async () => {
    const { authorize, call, signIn } = await createScene(await open())
    await authorize([], ['chat:write', 'openid', 'email', 'profile'])
    const { access_token: token = '', id_token = '' } = await signIn([], ['openid'])
    expect(await call(postMessage, { channel: 'C0GENERAL', text: 'x' }, { token })).toMatchObject({
      error: 'missing_scope',
      provided: 'openid',
    })
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: 'U0ANA' })
    for (const name of ['email', 'name', 'picture']) expect(claims).not.toHaveProperty(name)
  })

  test('[APP-20] what is no sign-in does not become one', async () => {
    const { agree, authorize, call, rotateTokens, signIn } = await createScene(await open())
    await rotateTokens()
    await authorize([], ['openid', 'email', 'profile', 'users:read'])
    expect(await signIn([], ['chat:write'])).toMatchObject({ error: 'invalid_code' })
    const { authed_user: user } = await authorize([], ['chat:write'])
    expect(user?.scope).toBe('chat:write,users:read')
    const { code: _code, ...client } = await agree([], [])
    const renewal = { ...client, grant_type: 'refresh_token', refresh_token: user?.refresh_token }
    expect(await call(connect, renewal, anonymous)).toMatchObject({ error: 'invalid_refresh_token' })
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
